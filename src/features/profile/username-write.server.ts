import { createHmac } from "node:crypto";
import { AppError } from "#core/errors.ts";
import type { Trx } from "#db/connect.ts";
import { isReservedUsername } from "./words.ts";

/** The stored form of a former username: an HMAC, so that a dump of the database does not reveal the name. */
function keyOf(secret: Buffer, username: string): Buffer {
  return createHmac("sha256", secret).update(`username:${username.toLowerCase()}`).digest();
}

/**
 * Reserves usernames for their present or former owner for ever. A name that
 * became free would reveal that its owner left or chose another one.
 * @returns whether all of them are this profile's now
 */
async function reserve(trx: Trx, secret: Buffer, profileKey: number, usernames: readonly string[]): Promise<boolean> {
  // Sorted, so that two transactions with the same names cannot deadlock.
  const keys = usernames.map((username) => keyOf(secret, username)).toSorted((a, b) => a.compare(b));
  if (keys.length === 0) return true;
  await trx
    .insertInto("username_reserved")
    .values(keys.map((key) => ({ key, profile_id: profileKey })))
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  const rows = await trx.selectFrom("username_reserved").select("profile_id").where("key", "in", keys).execute();
  return rows.every((row) => row.profile_id === profileKey);
}

/**
 * Gives a profile a username; it may be a former one of its own. The error is
 * the same for taken and reserved names and for former names of others.
 * @throws AppError username-taken
 */
export async function claimUsername(
  trx: Trx,
  secret: Buffer,
  profile: { id: number; public_id: string; username: string | null },
  wanted: string,
): Promise<void> {
  // Some clients show the id in the username field and send it back: it means "no username".
  if (wanted === profile.public_id) return;
  if (profile.username?.toLowerCase() === wanted.toLowerCase()) return;
  if (isReservedUsername(wanted)) throw new AppError("username-taken");
  // Also reserve a current name that an older version has stored without reserving it.
  const names = profile.username === null ? [wanted] : [wanted, profile.username];
  if (!(await reserve(trx, secret, profile.id, names))) throw new AppError("username-taken");
}

/** Call before a profile is deleted. Its names stay reserved; the rows lose their profile. */
export async function keepUsername(trx: Trx, secret: Buffer, profileKey: number, username: string): Promise<void> {
  await reserve(trx, secret, profileKey, [username]);
}
