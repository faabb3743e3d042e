import { sql } from "kysely";
import { calendarDay } from "#core/calendar.ts";
import type { Reader, Trx } from "#db/connect.ts";
import { keyedHash } from "./ids.ts";

/** Marks are kept this long. An older backup could bring deleted people back, so nobody should keep one. */
const KEPT_MONTHS = 14;

/**
 * Something that was deleted: an account by its id, a newsletter address by its key, a shared link by its address, the
 * consent to the weekly e-mail by its id, or a passkey by its id. These keys are never used again. "broadcasts" means
 * that an account, by its id, wants no e-mails to all members. If it wants them again, the mark is removed.
 */
type Forgotten = { kind: "account" | "newsletter" | "link" | "letter" | "passkey" | "broadcasts"; key: string };

/** 32 bytes that need the secret: without it, a mark cannot be computed from an account or compared with one. */
function forgottenMark(secret: Buffer, { kind, key }: Forgotten): Buffer {
  return keyedHash(secret, "forgotten", `${kind}:${key}`);
}

/** Records a deletion in its transaction, so that a restore repeats it. */
export async function noteForgotten(trx: Reader, ctx: { secret: Buffer; now: Date }, what: Forgotten): Promise<void> {
  const until = new Date(Date.UTC(ctx.now.getUTCFullYear(), ctx.now.getUTCMonth() + KEPT_MONTHS, 1));
  const mark = forgottenMark(ctx.secret, what);
  const kept_until = calendarDay(until);
  await trx
    .insertInto("forgotten")
    .values({ mark, kept_until })
    .onConflict((conflict) => conflict.column("mark").doUpdateSet({ kept_until }))
    .execute();
}

/** Takes a mark back, for something that is wanted again. */
export async function removeMark(trx: Reader, ctx: { secret: Buffer }, what: Forgotten): Promise<void> {
  await trx.deleteFrom("forgotten").where("mark", "=", forgottenMark(ctx.secret, what)).execute();
}

/** Returns those of the keys that were deleted. */
export async function findForgotten(
  trx: Trx | Reader,
  secret: Buffer,
  kind: Forgotten["kind"],
  keys: readonly string[],
): Promise<string[]> {
  if (keys.length === 0) return [];
  const marks = new Map(keys.map((key) => [forgottenMark(secret, { kind, key }).toString("hex"), key]));
  const { rows } = await sql<{ mark: string }>`select encode(mark, 'hex') as mark from forgotten
    where mark = any (${[...marks.keys()].map((hex) => Buffer.from(hex, "hex"))})`.execute(trx);
  return rows.flatMap(({ mark }) => marks.get(mark) ?? []);
}

const KEYS_AT_ONCE = 1_000;

/**
 * Returns those keys of a whole table that were deleted. Call after a restore.
 * @param readKeys reads at most so many keys after one, in their order
 */
export async function findAllForgotten(
  trx: Trx,
  secret: Buffer,
  kind: Forgotten["kind"],
  readKeys: (after: string, most: number) => Promise<readonly { key: string }[]>,
): Promise<string[]> {
  const found: string[] = [];
  for (let after = ""; ;) {
    const keys = (await readKeys(after, KEYS_AT_ONCE)).map(({ key }) => key);
    found.push(...(await findForgotten(trx, secret, kind, keys)));
    const last = keys.at(-1);
    if (last === undefined || keys.length < KEYS_AT_ONCE) return found;
    after = last;
  }
}

/** Deletes expired marks. */
export async function deleteOldMarks(ctx: { db: Reader; now: Date }): Promise<void> {
  await ctx.db.deleteFrom("forgotten").where("kept_until", "<=", calendarDay(ctx.now)).execute();
}
