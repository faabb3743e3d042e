import { AppError } from "#core/errors.ts";
import { isPublicId } from "#core/ids.ts";
import type { StoredProfile } from "#core/stored-profile.ts";
import type { Reader, Trx } from "#db/connect.ts";
import type { Viewer, WriteContext } from "#server/context.ts";
import { inKeyedQueue, Semaphore } from "#server/keyed-queue.ts";
import { readStoredProfile } from "./stored.server.ts";

/** What every change of a profile begins and ends with, whoever makes it. */

export type Owner = WriteContext & { viewer: Viewer };

/** Saves may wait for an administrator's change of companies: at most ten of the pool's 16 connections, 500 in line, for five seconds. */
const saves = new Semaphore(10, 500, 5_000);

/** A transaction of this person's, after those of theirs that already wait. */
export function inOwnQueue<T>(ctx: Owner, work: (trx: Trx) => Promise<T>): Promise<T> {
  return inKeyedQueue(`profile:${ctx.viewer.profileKey}`, () => saves.pass(() => ctx.db.transaction().execute(work)));
}

/**
 * Locks a profile for changes until the transaction ends; rows that only name it may still come.
 * @returns what stands there; undefined when it is gone
 */
export async function lockProfile(
  trx: Trx,
  profileKey: number,
): Promise<(StoredProfile & { sortKey: number; wasShown: boolean }) | undefined> {
  const locked = await trx
    .selectFrom("profile")
    .select(["sort_key", "was_shown"])
    .where("id", "=", profileKey)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const stored = locked && (await readStoredProfile(trx, profileKey));
  return stored && { ...stored, sortKey: locked.sort_key, wasShown: locked.was_shown };
}

/**
 * Runs a change of a locked profile between the reactions to it: numbers before and after, answers out of date.
 * @returns the profile as it then is, and the tags to purge after the commit
 */
export async function changeProfile(
  trx: Trx,
  ctx: Pick<WriteContext, "reactions" | "today" | "secret">,
  before: StoredProfile,
  change: () => Promise<void>,
): Promise<{ after: StoredProfile | undefined; tags: string[] }> {
  const { stopsChanging, profileChanged } = ctx.reactions;
  const settling = [];
  for (const begin of stopsChanging) settling.push(await begin(trx, [before.row.id]));
  await change();
  let isCounted = false;
  for (const settle of settling) isCounted = (await settle()) || isCounted;
  const after = await readStoredProfile(trx, before.row.id);
  const tags: string[] = [];
  const { today, secret } = ctx;
  for (const react of profileChanged) tags.push(...(await react(trx, { before, after, today, secret, isCounted })));
  return { after, tags };
}

/**
 * Refuses a change of a profile that is not the caller's.
 * @throws AppError not-yours where somebody can be seen, else profile-not-found as for nobody
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
