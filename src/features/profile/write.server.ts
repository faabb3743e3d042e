import { sql } from "kysely";
import { AppError } from "#core/errors.ts";
import { isPublicId } from "#core/ids.ts";
import type { Trx } from "#db/connect.ts";
import { sendLater, isUniqueViolation } from "#db/transact.ts";
import type { ChangingProfile, ProfileRow, StoredProfile, TitleRules } from "#core/stored-profile.ts";
import type { TakeNames } from "#features/catalogue/create-write.server.ts";
import { ENTER_SAVE } from "#features/catalogue/saves-lock-write.server.ts";
import { relistStops, removeStop, renewStopIds, type StopOwner } from "#features/pipeline/write.server.ts";
import type { SignedInContext, WriteContext } from "#server/context.ts";
import { newPublicId, newSortKey } from "#server/ids.ts";
import { changeProfile, changeWords, inOwnQueue, lockProfile, refuseForeign } from "./change-write.server.ts";
import { checkIdentity, checkName, lessOpen, linkedinHandle, MAX_SCHOOL, MESSAGES, visibilityAfter } from "./rules.ts";
import type { ProfilePatch, Visibility } from "./schema.ts";
import { saveStops } from "./stops-write.server.ts";
import { claimUsername } from "./username-write.server.ts";

/** Every account gets this empty profile. Nobody sees it until it is saved. */
export async function createEmptyProfile(trx: Trx, ownerKey: Buffer): Promise<void> {
  await trx
    .insertInto("profile")
    .values({ public_id: newPublicId(), owner_key: ownerKey, sort_key: newSortKey(), school_id: null, username: null })
    .execute();
}

/**
 * Saves any part of the caller's own profile in one transaction: names, school, visibility, identity fields, the whole
 * pipeline. If others could see the profile, a change of visibility gives it new public ids. The old addresses then give
 * the same "not found" as ids that never existed.
 * @param input.takeNames counts names of new companies; not needed for a patch without a pipeline
 * @param input.takeUsername counts a new username; not needed for a patch without one
 * @throws AppError not-yours, profile-not-found, stale-revision, username-taken, too-many-requests, and the errors of
 * single fields
 */
export async function saveProfile(
  ctx: SignedInContext,
  input: {
    profileId: string;
    patch: ProfilePatch;
    titles: TitleRules;
    takeNames?: TakeNames;
    takeUsername?: (trx: Trx) => Promise<void>;
  },
): Promise<StoredProfile> {
  const { profileId, patch, titles, takeNames, takeUsername } = input;
  await refuseForeign(ctx.db, ctx.viewer, profileId);
  refuseWrongFields(patch, profileId);
  const save = async (trx: Trx) => {
    const before = await lockProfile(trx, ctx.viewer.profileKey);
    if (!before || before.row.public_id !== profileId) throw new AppError("profile-not-found");
    if (patch.rev !== undefined && patch.rev !== before.row.rev) throw new AppError("stale-revision");
    refuseNameless(before.row, patch);
    const username = patch.username?.trim();
    if (username !== undefined) await claimUsername(trx, ctx.secret, before.row, username, takeUsername);
    const owner = { ...ctx, accountId: ctx.viewer.accountId };
    const { after, tags: outdated } = changesLine(before.row, patch)
      ? await changeProfile(trx, ctx, before, () => applyPatch(trx, owner, before, { patch, titles, takeNames }))
      : await changeWords(
          trx,
          ctx,
          before,
          async () => void (await updateProfileRow(trx, before.row, patch, undefined)),
        );
    if (!after) throw new Error("The profile that was just saved is gone.");
    return { saved: after, tags: outdated };
  };
  const { saved, tags } = await inOwnQueue(ctx, save, patch.pipeline === undefined ? {} : { first: ENTER_SAVE });
  ctx.purge(tags);
  return saved;
}

/** Does the patch change what is counted, or who sees the person? Names and the country do not. */
function changesLine(row: ProfileRow, patch: ProfilePatch): boolean {
  const { pipeline, school, showMonths, ownTitles, hideSchool } = patch;
  const isGiven = [pipeline, school, showMonths, ownTitles, hideSchool].some((value) => value !== undefined);
  const isFirstSave = patch.created === true && !row.created;
  return isGiven || isFirstSave || visibilityAfter(row.visibility, patch) !== row.visibility;
}

type Locked = ChangingProfile & { sortKey: number; wasShown: boolean };
type SwitchContext = Pick<WriteContext, "reactions" | "secret"> & { accountId: string };

async function applyPatch(
  trx: Trx,
  { reactions, secret, accountId }: SwitchContext,
  before: Locked,
  { patch, titles, takeNames }: { patch: ProfilePatch; titles: TitleRules; takeNames: TakeNames | undefined },
): Promise<void> {
  const { row } = before;
  const visibility = visibilityAfter(row.visibility, patch);
  const isSwitched = visibility !== row.visibility;
  // Keep an id that was never shown: only its owner knows it, and clients keep the id of their sign-in.
  const isRenewed = isSwitched && before.wasShown;
  const sortKey = isRenewed ? newSortKey() : before.sortKey;
  const isListed = await updateProfileRow(trx, row, patch, isRenewed ? sortKey : undefined);
  const ownerOf = async (): Promise<StopOwner> => ({ profileKey: row.id, listed: await isListed(), sortKey });
  const saved = patch.pipeline && (await saveStops(trx, ownerOf, patch.pipeline, before, { titles, takeNames }));
  if (isRenewed) await renewOthersIds(trx, { reactions, secret, accountId }, row);
  // Two stops that were sent with a text may be one stored stop. Then the row has too many, and is counted anew.
  const isWhole = saved !== undefined && saved.count === patch.pipeline?.length;
  const listed = isWhole ? await isListed() : await relist(trx, row.id);
  // These reactions are about companies that only people have named, so other pipelines need none.
  if (listed && saved?.hasTyped !== false) for (const react of reactions.listedProfileSaved) await react(trx, row.id);
}

async function renewOthersIds(
  trx: Trx,
  { reactions, secret, accountId }: SwitchContext,
  row: ProfileRow,
): Promise<void> {
  await renewStopIds(trx, row.id);
  const switched = { secret, accountId, profileKey: row.id, formerId: row.public_id };
  for (const react of reactions.visibilitySwitched) await react(trx, switched);
}

/**
 * Repeats a change of visibility that was made after a restored backup. Gives the person new ids again, and the more
 * hidden one of the backup's visibility and the one they chose last.
 * @param newest the last chosen visibility, and the number of changes until then
 * @returns false if the backup already has this change
 */
export async function repeatSwitch(
  trx: Trx,
  ctx: Pick<WriteContext, "reactions" | "secret" | "today">,
  account: { id: string; ownerKey: Buffer },
  newest: { switches: number; visibility: Visibility },
): Promise<boolean> {
  const known = await trx
    .selectFrom("profile")
    .select(["id", "switches", "visibility"])
    .where("owner_key", "=", account.ownerKey)
    .executeTakeFirst();
  if (!known || known.switches > newest.switches) return false;
  const visibility = lessOpen(known.visibility, newest.visibility);
  // Equal counts with different results are possible: one side started from an older backup. Then repeat it too.
  if (known.switches === newest.switches && visibility === known.visibility) return false;
  await renewIds(trx, ctx, account, { visibility });
  await trx.updateTable("profile").set({ switches: newest.switches }).where("id", "=", known.id).execute();
  return true;
}

/**
 * Gives a person new ids and another place in lists, and ends shared links, even if nobody else saw the profile.
 * @returns tags to purge after the commit
 */
export async function renewIds(
  trx: Trx,
  ctx: Pick<WriteContext, "reactions" | "secret" | "today">,
  account: { id: string; ownerKey: Buffer },
  patch: Pick<ProfilePatch, "visibility"> = {},
): Promise<string[]> {
  const { id: profileKey } = await trx
    .selectFrom("profile")
    .select("id")
    .where("owner_key", "=", account.ownerKey)
    .executeTakeFirstOrThrow();
  const before = await lockProfile(trx, profileKey);
  if (!before) return [];
  const { row } = before;
  const { tags } = await changeProfile(trx, ctx, before, async () => {
    await updateProfileRow(trx, row, patch, newSortKey());
    await renewOthersIds(trx, { ...ctx, accountId: account.id }, row);
    await relist(trx, row.id);
  });
  return tags;
}

/**
 * The columns of the profile itself; absent fields stay as they are. The number of stops becomes that of the stops that
 * were sent.
 * @param newPlace a new sort key, given together with new ids; undefined to keep both
 * @returns a function that says whether the person is in lists: see sendLater
 * @throws AppError username-taken
 */
async function updateProfileRow(
  trx: Trx,
  row: ProfileRow,
  patch: ProfilePatch,
  newPlace: number | undefined,
): Promise<() => Promise<boolean>> {
  const visibility = visibilityAfter(row.visibility, patch);
  const isShown = (row.created || patch.created === true) && visibility !== "private";
  const username = patch.username?.trim();
  // Some clients show the id in the username field and send it back: it means "no username".
  const newName = username === row.public_id ? undefined : username;
  const school = patch.school === undefined ? undefined : await resolveSchool(trx, patch.school);
  const linkedin = patch.linkedin === undefined ? undefined : (linkedinHandle(patch.linkedin) ?? "");
  const isRenewed = newPlace !== undefined;
  // One text for all patches, so that it is prepared once.
  const update = sql<{ listed: boolean }>`
    update profile set
      rev = ${row.rev}::integer + 1,
      visibility = ${visibility},
      switches = switches + ${visibility === row.visibility ? 0 : 1},
      first_name = coalesce(${patch.firstName?.trim() ?? null}, first_name),
      last_name = coalesce(${patch.lastName?.trim() ?? null}, last_name),
      location = coalesce(${patch.location?.trim() ?? null}, location),
      linkedin = coalesce(${linkedin ?? null}, linkedin),
      username = coalesce(${newName ?? null}, username),
      created = created or ${patch.created === true},
      was_shown = was_shown or ${isShown},
      stops = coalesce(${patch.pipeline?.length ?? null}, stops),
      show_months = coalesce(${patch.showMonths ?? null}, show_months),
      own_titles = coalesce(${patch.ownTitles ?? null}, own_titles),
      hide_school = coalesce(${patch.hideSchool ?? null}, hide_school),
      school_id = case when ${school !== undefined} then ${school?.school_id ?? null}::bigint else school_id end,
      school_text = coalesce(${school?.school_text ?? null}, school_text),
      public_id = coalesce(${isRenewed ? newPublicId() : null}, public_id),
      sort_key = coalesce(${newPlace ?? null}, sort_key),
      shuffle_position = case when ${isRenewed} then random_key() else shuffle_position end
    where id = ${row.id}
    returning listed`;
  const rowsOf = await sendLater(trx, update);
  const isListed = async (): Promise<boolean> => (await rowsOf())[0]?.listed === true;
  // Of a new name it is sent at once, because its error is the answer.
  if (newName !== undefined && newName !== row.username)
    await isListed().catch((error: unknown) => {
      if (isUniqueViolation(error, "profile_username")) throw new AppError("username-taken");
      throw error;
    });
  return isListed;
}

/** The id of a listed school, or free text. */
async function resolveSchool(trx: Trx, text: string): Promise<{ school_id: number | null; school_text: string }> {
  const trimmed = text.trim().replace(/\s+/gu, " ");
  if (isPublicId(trimmed)) {
    const school = await trx.selectFrom("school").select("id").where("public_id", "=", trimmed).executeTakeFirst();
    if (!school) throw new AppError("school-not-found", { issues: [{ path: "school", message: "School not found." }] });
    return { school_id: school.id, school_text: "" };
  }
  if (trimmed.length > MAX_SCHOOL) {
    const message = MESSAGES.schoolTooLong;
    throw new AppError("bad-request", { message, issues: [{ path: "school", message }] });
  }
  return { school_id: null, school_text: trimmed };
}

/** Recounts the stops and copies to them whether the person is in lists. @returns true if the person is */
export async function relist(trx: Trx, profileKey: number): Promise<boolean> {
  const { listed, sort_key } = await trx
    .updateTable("profile")
    .set({
      stops: sql<number>`(select count(*) from stop where profile_id = ${profileKey})`,
      was_shown: sql<boolean>`was_shown or (created and visibility <> 'private')`,
    })
    .where("id", "=", profileKey)
    .returning(["listed", "sort_key"])
    .executeTakeFirstOrThrow();
  await relistStops(trx, { profileKey, listed, sortKey: sort_key });
  return listed;
}

/** Removes one company from the caller's pipeline if it is still there. Ignores the numbers in the call's body. */
export async function removeExperience(ctx: SignedInContext, companyId: string): Promise<void> {
  const tags = await inOwnQueue(ctx, async (trx) => {
    const before = await lockProfile(trx, ctx.viewer.profileKey);
    if (!before?.roles.some((role) => (role.company_id ?? role.stop_id) === companyId)) return [];
    const { id, rev } = before.row;
    const changed = await changeProfile(trx, ctx, before, async () => {
      await removeStop(trx, id, companyId);
      await trx
        .updateTable("profile")
        .set({ rev: rev + 1 })
        .where("id", "=", id)
        .execute();
      await relist(trx, id);
    });
    return changed.tags;
  });
  ctx.purge(tags);
}

function refuseWrongFields(patch: ProfilePatch, ownId: string): void {
  const names = checkName(patch);
  if (names.length > 0) throw new AppError("fields-missing", { message: names[0]?.message ?? "", issues: names });
  const issues = checkIdentity(patch, ownId);
  const [first] = issues;
  if (!first) return;
  const { path, message } = first;
  const code =
    message === MESSAGES.profileMissing
      ? "profile-fields-missing"
      : path === "linkedin"
        ? "invalid-linkedin"
        : path === "username"
          ? "invalid-username"
          : "bad-request";
  throw new AppError(code, { message, issues });
}

/** A save with a pipeline needs a name, sent now or stored. A sign-in that only fills in fields does not. */
function refuseNameless(row: ProfileRow, patch: ProfilePatch): void {
  if (patch.created !== true || patch.pipeline === undefined) return;
  const issues = checkName({
    firstName: patch.firstName ?? row.first_name,
    lastName: patch.lastName ?? row.last_name,
  });
  if (issues.length > 0) throw new AppError("fields-missing", { issues });
}
