import { sql, type SqlBool } from "kysely";
import { AppError, codeOf } from "#core/errors.ts";
import { isPublicId } from "#core/ids.ts";
import type { ChangingProfile, StoredProfile } from "#core/stored-profile.ts";
import type { Reader, Trx } from "#db/connect.ts";
import { sendLater, transact, unlockBeforeFlush } from "#db/transact.ts";
import { IS_CHANGING_COMPANIES } from "#features/catalogue/saves-lock-write.server.ts";
import type { ProfileChange, SignedInContext, WriteContext } from "#server/context.ts";
import { inKeyedQueue, Semaphore } from "#server/keyed-queue.ts";
import { readChangingProfile, readStoredProfile } from "./stored.server.ts";

/** The start and the end that all changes of a profile share. */

/**
 * Saves may wait for an administrator's change of companies. At most 10 of them have one of the 16 connections; 500
 * more wait, each for up to 5 seconds.
 */
const saves = new Semaphore(10, 500, 5_000);

/** PostgreSQL's code for a statement that took longer than it may, for example because it waited for a lock. */
const TOO_LONG = "57014";
const COMPANY_IS_CHANGED = "An administrator is changing a company in your pipeline right now. Save again in a minute.";
/** A change of a company that many people have takes minutes, and has all their rows. */
const COMPANY_RETRY_SECONDS = 30;

/** Says so if the person's row is held by an administrator's change of companies. Otherwise the error as it is. */
async function reasonOf({ db, viewer }: SignedInContext, error: unknown): Promise<unknown> {
  if (codeOf(error) !== TOO_LONG) return error;
  const { rows } = await sql<{ isHeld: SqlBool }>`
    select (select id from profile where id = ${viewer.profileKey} for no key update skip locked) is null
      and ${IS_CHANGING_COMPANIES} as "isHeld"`.execute(db);
  if (rows[0]?.isHeld !== true) return error;
  return new AppError("overloaded", { message: COMPANY_IS_CHANGED, retryAfter: COMPANY_RETRY_SECONDS });
}

/**
 * Runs a transaction of this person. Transactions of one person run one after another.
 * @throws AppError overloaded if others wait too long, or an administrator changes one of the person's companies
 * @param work may be called again after a deadlock, with a new transaction
 * @param first a lock to take before any other
 * @param isOnDiskFirst others see the change only once it is on the disk. Needed if somebody who sees it may do what a
 * crash cannot undo, such as deleting a file.
 */
export function inOwnQueue<T>(
  ctx: SignedInContext,
  work: (trx: Trx) => Promise<T>,
  { first = sql`null`, isOnDiskFirst = false } = {},
): Promise<T> {
  const run = async (trx: Trx): Promise<T> => {
    // Every statement is about one person's rows, so the same plan is good for everybody. Planning again takes longer than
    // running.
    await sendLater(trx, sql`select set_config('plan_cache_mode', 'force_generic_plan', true), ${first}`);
    if (!isOnDiskFirst) await unlockBeforeFlush(trx);
    return work(trx);
  };
  const change = (): Promise<T> =>
    transact(ctx.db, run).catch(async (error: unknown) => {
      throw await reasonOf(ctx, error);
    });
  return inKeyedQueue(`profile:${ctx.viewer.profileKey}`, () => saves.pass(change));
}

/**
 * Locks a profile against changes until the transaction ends. Others can still insert rows that refer to it.
 * @returns the stored profile; undefined if it was deleted
 */
export async function lockProfile(
  trx: Trx,
  profileKey: number,
): Promise<(ChangingProfile & { sortKey: number; wasShown: boolean }) | undefined> {
  const rowsOf = await sendLater(
    trx,
    sql<{ sort_key: number; was_shown: boolean }>`
      select sort_key, was_shown from profile where id = ${profileKey} for no key update`,
  );
  const stored = await readChangingProfile(trx, profileKey);
  const [locked] = await rowsOf();
  return locked && stored && { ...stored, sortKey: locked.sort_key, wasShown: locked.was_shown };
}

/**
 * Changes a locked profile and runs the reactions of other slices: updates stats, marks cached answers as outdated.
 * @returns the new profile, and the tags to purge after the commit
 */
export async function changeProfile(
  trx: Trx,
  ctx: Pick<WriteContext, "reactions" | "today" | "secret">,
  before: ChangingProfile,
  change: () => Promise<void>,
): Promise<{ after: StoredProfile | undefined; tags: string[] }> {
  const settling = [];
  for (const begin of ctx.reactions.stopsChanging) settling.push(await begin(trx, before.counted, ctx));
  await change();
  const follow = await beginReactions(trx, ctx, before.row.id);
  const changed = await readChangingProfile(trx, before.row.id);
  const settled = [];
  for (const settle of settling) settled.push(await settle(changed?.counted));
  const isFinished = settled.some((one) => one.isFinished);
  const after = isFinished ? await readStoredProfile(trx, before.row.id) : changed;
  const isCounted = settled.some((one) => one.isCounted);
  const tags = await follow({ before, after, isCounted });
  for (const { finish } of settled) await finish();
  return { after, tags };
}

/** Like changeProfile, for changes of text that no number depends on: neither the stops nor the visibility change. */
export async function changeWords(
  trx: Trx,
  ctx: Pick<WriteContext, "reactions" | "today" | "secret">,
  before: StoredProfile,
  change: () => Promise<void>,
): Promise<{ after: StoredProfile | undefined; tags: string[] }> {
  await change();
  return readAndReact(trx, ctx, before);
}

/** For a change that leaves the numbers as they are: reads the changed profile, and runs the reactions. */
export async function readAndReact(
  trx: Trx,
  ctx: Pick<WriteContext, "reactions" | "today" | "secret">,
  before: StoredProfile,
): Promise<{ after: StoredProfile | undefined; tags: string[] }> {
  const follow = await beginReactions(trx, ctx, before.row.id);
  const after = await readStoredProfile(trx, before.row.id);
  return { after, tags: await follow({ before, after, isCounted: false }) };
}

/** Call it before the last reading, and what it returns after it. */
async function beginReactions(
  trx: Trx,
  { reactions, today, secret }: Pick<WriteContext, "reactions" | "today" | "secret">,
  profileKey: number,
): Promise<(change: Pick<ProfileChange, "before" | "after" | "isCounted">) => Promise<string[]>> {
  const begun: ((change: ProfileChange) => Promise<string[]>)[] = [];
  for (const begin of reactions.profileChanging) begun.push(await begin(trx, profileKey));
  return async (change) => {
    const tags: string[] = [];
    for (const react of reactions.profileChanged) tags.push(...(await react(trx, { ...change, today, secret })));
    for (const finish of begun) tags.push(...(await finish({ ...change, today, secret })));
    return tags;
  };
}

/**
 * Refuses a change of a profile that is not the caller's.
 * @throws AppError not-yours if others can see the profile; otherwise profile-not-found, as for an id that nobody has
 */
export async function refuseForeign(db: Reader, viewer: { profileId: string }, profileId: string): Promise<void> {
  if (profileId === viewer.profileId) return;
  const other = isPublicId(profileId)
    ? await db
        .selectFrom("profile")
        .select("id")
        .where("public_id", "=", profileId)
        .where("created", "=", true)
        .where("visibility", "<>", "private")
        .where("suspended", "=", false)
        .executeTakeFirst()
    : undefined;
  throw new AppError(other ? "not-yours" : "profile-not-found");
}
