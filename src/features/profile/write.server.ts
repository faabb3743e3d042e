import { sql } from "kysely";
import { AppError } from "#core/errors.ts";
import { isPublicId } from "#core/ids.ts";
import { keyOf } from "#core/text.ts";
import type { Trx } from "#db/connect.ts";
import { ensureCompanies, presentIds, takeSpelling, type NamedCompany } from "#features/company/create-write.server.ts";
import { enterSave } from "#features/company/structure-write.server.ts";
import { linkedinHandle, normaliseExperience, type DraftEntry } from "#features/pipeline/check.ts";
import type { StopRow } from "#features/pipeline/pure/experiences.ts";
import type { ExperienceInput } from "#features/pipeline/schema.ts";
import {
  mergePlainEntry,
  relistEntries,
  removeEntry,
  renewEntryIds,
  replacePipeline,
  type EntryOwner,
  type ResolvedEntry,
} from "#features/pipeline/write.server.ts";
import { applyDifference, readContributions } from "#features/tally/write.server.ts";
import { renewPictureId } from "#features/picture/write.server.ts";
import { displayTitle, inferKind } from "#features/title/rules.ts";
import type { Viewer, WriteContext } from "#server/context.ts";
import { newPublicId, newSortKey } from "#server/ids.ts";
import { announce } from "#server/purge-channel.ts";
import { Gate, inTurn } from "#server/turns.ts";
import { toOwnProfile, type ProfileRow } from "./pure/projection.ts";
import { outdatedTags, readStoredProfile, refuseForeign } from "./read.server.ts";
import { refuseNameless, refuseSameCompany, refuseWrongFields, refuseWrongPipeline } from "./refuse.server.ts";
import { visibilityAfter } from "./rules.ts";
import type { OwnProfile, ProfilePatch, Visibility } from "./schema.ts";
import { claimUsername } from "./username-write.server.ts";

/** The profile every account has from its first moment; shown nowhere until it is saved. */
export async function createEmptyProfile(trx: Trx, ownerKey: Buffer): Promise<void> {
  await trx
    .insertInto("profile")
    .values({ public_id: newPublicId(), owner_key: ownerKey, sort_key: newSortKey(), school_id: null, username: null })
    .execute();
}

/**
 * Saves any part of the caller's own profile in one transaction: names,
 * school, switch of anonymity, identity fields, the whole pipeline; refreshes
 * what is derived from it. A switch between public, anonymous and private gives
 * the person new public ids; old addresses then answer as if they had never been.
 * @throws AppError not-yours, profile-not-found, stale-revision, username-taken, and the field errors
 */
export async function saveProfile(
  ctx: WriteContext & { viewer: Viewer },
  input: { profileId: string; patch: ProfilePatch },
): Promise<OwnProfile> {
  await refuseForeign(ctx.db, ctx.viewer, input.profileId);
  const { patch } = input;
  refuseWrongFields(patch, input.profileId);
  const { profile, tags } = await inOwnTurn(ctx, async (trx) => {
    if (patch.pipeline !== undefined) await enterSave(trx);
    const locked = await trx
      .selectFrom("profile")
      .select(["id", "sort_key", "public_id"])
      .where("id", "=", ctx.viewer.profileKey)
      .forUpdate()
      .executeTakeFirst();
    const before = locked && (await readStoredProfile(trx, locked.id));
    if (!locked || !before || before.row.public_id !== input.profileId) throw new AppError("profile-not-found");
    if (patch.rev !== undefined && patch.rev !== before.row.rev) {
      throw new AppError("stale-revision", {
        extra: { profile: toOwnProfile(before.row, before.stops, ctx.today) },
      });
    }
    refuseNameless(before.row, patch);
    if (patch.username !== undefined) await claimUsername(trx, ctx.secret, before.row, patch.username.trim());
    const counted = await readContributions(trx, locked.id);
    const visibility = visibilityAfter(before.row.visibility, patch);
    const isSwitch = visibility !== before.row.visibility;
    const owner = await updateProfileRow(trx, before.row, { ...patch, visibility }, isSwitch, locked.sort_key);
    if (patch.pipeline !== undefined) await savePipeline(trx, owner, patch.pipeline, before.stops);
    if (isSwitch) {
      await renewEntryIds(trx, locked.id);
      await renewPictureId(trx, locked.id);
    }
    const listed = await relist(trx, owner);
    await relistEntries(trx, listed);
    if (listed.listed) await takeSpelling(trx, locked.id);
    const isCounted = await applyDifference(trx, counted, await readContributions(trx, locked.id));
    const after = await readStoredProfile(trx, locked.id);
    if (!after) throw new Error("The profile that was just saved is gone.");
    const changed = outdatedTags(before, after, { today: ctx.today, isCounted });
    await announce(trx, changed);
    return { profile: toOwnProfile(after.row, after.stops, ctx.today), tags: changed };
  });
  ctx.purge(tags);
  return profile;
}

/** Saves may have to wait for a change of companies: ten hold a connection meanwhile, the pool's other six serve reads. */
const saves = new Gate(10, 500);

/** A transaction of this person's, after the ones of theirs that already wait. */
function inOwnTurn<T>(ctx: WriteContext & { viewer: Viewer }, work: (trx: Trx) => Promise<T>): Promise<T> {
  return inTurn(`profile:${ctx.viewer.profileKey}`, () => saves.pass(() => ctx.db.transaction().execute(work)));
}

/** The columns of the profile itself. Absent fields stay as they are. */
async function updateProfileRow(
  trx: Trx,
  row: ProfileRow,
  patch: ProfilePatch & { visibility: Visibility },
  isSwitch: boolean,
  sortKey: number,
): Promise<EntryOwner> {
  const school = patch.school === undefined ? undefined : await resolveSchool(trx, patch.school);
  // The own id stands for "no username" in clients that show it in the field.
  const username = patch.username?.trim();
  const place = isSwitch ? newSortKey() : sortKey;
  try {
    await trx
      .updateTable("profile")
      .set({
        rev: row.rev + 1,
        ...(patch.firstName === undefined ? {} : { first_name: patch.firstName.trim() }),
        ...(patch.lastName === undefined ? {} : { last_name: patch.lastName.trim() }),
        ...(patch.location === undefined ? {} : { location: patch.location.trim() }),
        ...(patch.linkedin === undefined ? {} : { linkedin: linkedinHandle(patch.linkedin) ?? "" }),
        ...(username === undefined || username === row.public_id ? {} : { username }),
        ...(patch.created === true ? { created: true } : {}),
        ...(patch.showMonths === undefined ? {} : { show_months: patch.showMonths }),
        ...(patch.hideSchool === undefined ? {} : { hide_school: patch.hideSchool }),
        ...school,
        ...(isSwitch
          ? {
              visibility: patch.visibility,
              public_id: newPublicId(),
              sort_key: place,
              deal: sql<number>`default`,
            }
          : {}),
      })
      .where("id", "=", row.id)
      .execute();
  } catch (error) {
    if (isUniqueViolation(error, "profile_username")) throw new AppError("username-taken");
    throw error;
  }
  return { profileKey: row.id, listed: false, sortKey: place };
}

function isUniqueViolation(error: unknown, constraint: string): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    error.code === "23505" &&
    "constraint" in error &&
    error.constraint === constraint
  );
}

/** An id of a listed school, the exact name of one that is alone in having it, or free text. */
async function resolveSchool(trx: Trx, text: string): Promise<{ school_id: number | null; school_text: string }> {
  const trimmed = text.trim().replace(/\s+/gu, " ");
  if (isPublicId(trimmed)) {
    const school = await trx.selectFrom("school").select("id").where("public_id", "=", trimmed).executeTakeFirst();
    if (!school) throw new AppError("school-not-found", { issues: [{ path: "school", message: "School not found." }] });
    return { school_id: school.id, school_text: "" };
  }
  if (trimmed.length > 200)
    throw new AppError("bad-request", {
      message: "A school's name has at most 200 characters.",
      issues: [{ path: "school", message: "A school's name has at most 200 characters." }],
    });
  return { school_id: null, school_text: trimmed };
}

async function savePipeline(
  trx: Trx,
  owner: EntryOwner,
  wire: readonly ExperienceInput[],
  stored: readonly StopRow[],
): Promise<void> {
  const typed = wire.map(normaliseExperience);
  const ids = await presentIds(
    trx,
    typed.map((entry) => entry.companyId),
  );
  const entries = wire.map((experience, index) => {
    const sent = typed[index] ?? normaliseExperience(experience);
    const entry = { ...sent, companyId: ids.get(sent.companyId) ?? sent.companyId };
    const known = stored.filter((stop) => (stop.company_id ?? stop.entry_id) === entry.companyId);
    const named = entry.companyName === "" ? { ...entry, companyName: known[0]?.display_name ?? "" } : entry;
    return experience.roles && experience.roles.length > 0 ? named : mergePlainEntry(named, known);
  });
  refuseWrongPipeline(entries);
  // An entry whose company was deleted stays text for as long as the person leaves its name as it is.
  const isText = (entry: DraftEntry): boolean =>
    stored.some(
      (stop) =>
        stop.company_id === null && stop.entry_id === entry.companyId && stop.display_name === entry.companyName.trim(),
    );
  const places = entries.filter((entry) => !isText(entry));
  const companies = new Map((await ensureCompanies(trx, places)).map((company, at) => [places[at], company]));
  refuseSameCompany(entries.map((entry) => companies.get(entry)?.id));
  await replacePipeline(
    trx,
    owner,
    entries.map((entry) => ({
      company: keyOrText(companies.get(entry), entry),
      companyName: spellingOf(companies.get(entry), entry, stored),
      undisclosed: entry.undisclosed,
      roles: entry.roles.map((role) => {
        const title = displayTitle(role.title.trim());
        return { ...role, title, kind: role.kind ?? inferKind(title) };
      }),
    })),
  );
}

function keyOrText(company: NamedCompany | undefined, entry: DraftEntry): ResolvedEntry["company"] {
  return company ? { key: company.id } : { textEntry: entry.companyId };
}

/** The name an entry keeps: a company's own, or the person's where people alone named it. */
function spellingOf(company: NamedCompany | undefined, entry: DraftEntry, stored: readonly StopRow[]): string {
  if (!company) return entry.companyName;
  if (!company.isTyped) return company.displayName;
  const typed = entry.companyName.trim();
  if (keyOf(typed) === company.name) return typed;
  return stored.find((stop) => stop.company_id === company.publicId)?.display_name ?? company.displayName;
}

/** Counts the stops anew and says whether the person shows in lists now. */
async function relist(trx: Trx, owner: EntryOwner): Promise<EntryOwner> {
  const row = await trx
    .updateTable("profile")
    .set((eb) => ({
      stops: eb
        .selectFrom("entry")
        .select((inner) => sql<number>`${inner.fn.countAll()}::integer`.as("n"))
        .where("profile_id", "=", owner.profileKey),
    }))
    .where("id", "=", owner.profileKey)
    .returning(["listed", "sort_key"])
    .executeTakeFirstOrThrow();
  return { profileKey: owner.profileKey, listed: row.listed, sortKey: row.sort_key };
}

/**
 * Takes one company out of the caller's pipeline if it still is there; what
 * the deletion call of the API does, whatever numbers it carries.
 */
export async function removeExperience(ctx: WriteContext & { viewer: Viewer }, companyId: string): Promise<void> {
  const tags = await inOwnTurn(ctx, async (trx) => {
    const locked = await trx
      .selectFrom("profile")
      .select(["id", "sort_key"])
      .where("id", "=", ctx.viewer.profileKey)
      .forUpdate()
      .executeTakeFirst();
    const before = locked && (await readStoredProfile(trx, locked.id));
    if (!locked || !before?.stops.some((stop) => (stop.company_id ?? stop.entry_id) === companyId)) return [];
    const counted = await readContributions(trx, locked.id);
    await removeEntry(trx, locked.id, companyId);
    await trx
      .updateTable("profile")
      .set({ rev: before.row.rev + 1 })
      .where("id", "=", locked.id)
      .execute();
    await relistEntries(trx, await relist(trx, { profileKey: locked.id, listed: false, sortKey: locked.sort_key }));
    const isCounted = await applyDifference(trx, counted, await readContributions(trx, locked.id));
    const changed = outdatedTags(before, await readStoredProfile(trx, locked.id), { today: ctx.today, isCounted });
    await announce(trx, changed);
    return changed;
  });
  ctx.purge(tags);
}
