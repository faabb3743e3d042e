import { AppError } from "#core/errors.ts";
import type { Trx } from "#db/connect.ts";
import { keyedHash } from "#server/ids.ts";
import { isReservedUsername } from "./words.ts";

/** The stored form of a former username: an HMAC, so that a dump of the database does not reveal the name. */
function keyOf(secret: Buffer, username: string): Buffer {
  return keyedHash(secret, "username", username.toLowerCase());
}

/**
 * Reserves usernames for their present or former owner for ever. A name that
 * became free would reveal that its owner left or chose another one.
 * @returns whether all of them are this profile's now, and the keys of those that nobody had before
 */
async function reserve(
  trx: Trx,
  secret: Buffer,
  profileKey: number,
  usernames: readonly string[],
): Promise<{ areOwn: boolean; made: Buffer[] }> {
  // Sorted, so that two transactions with the same names cannot deadlock.
  const keys = usernames.map((username) => keyOf(secret, username)).toSorted((a, b) => a.compare(b));
  if (keys.length === 0) return { areOwn: true, made: [] };
  const made = await trx
    .insertInto("username_reserved")
    .values(keys.map((key) => ({ key, profile_id: profileKey })))
    .onConflict((conflict) => conflict.column("key").doNothing())
    .returning("key")
    .execute();
  const rows = await trx.selectFrom("username_reserved").select("profile_id").where("key", "in", keys).execute();
  return { areOwn: rows.every((row) => row.profile_id === profileKey), made: made.map(({ key }) => key) };
}

/**
 * Gives a profile a username; it may be a former one of its own. The error is
 * the same for taken and reserved names and for former names of others.
 * @param take is called for a name that nobody has had, to count it against a limit
 * @throws AppError username-taken, and what `take` throws
 */
export async function claimUsername(
  trx: Trx,
  secret: Buffer,
  profile: { id: number; public_id: string; username: string | null },
  wanted: string,
  take?: (trx: Trx) => Promise<void>,
): Promise<void> {
  // Some clients show the id in the username field and send it back: it means "no username".
  if (wanted === profile.public_id) return;
  if (profile.username?.toLowerCase() === wanted.toLowerCase()) return;
  if (isReservedUsername(wanted)) throw new AppError("username-taken");
  // Also reserve a current name that an older version has stored without reserving it.
  const names = profile.username === null ? [wanted] : [wanted, profile.username];
  const { areOwn, made } = await reserve(trx, secret, profile.id, names);
  if (!areOwn) throw new AppError("username-taken");
  const key = keyOf(secret, wanted);
  if (made.some((one) => one.equals(key))) await take?.(trx);
}

/** Call before a profile is deleted. Its names stay reserved; the rows lose their profile. */
export async function keepUsername(trx: Trx, secret: Buffer, profileKey: number, username: string): Promise<void> {
  await reserve(trx, secret, profileKey, [username]);
}
