import { createHmac } from "node:crypto";
import { AppError } from "#core/errors.ts";
import type { Trx } from "#db/connect.ts";
import { isReservedUsername } from "./words.ts";

/** What is kept of a name that somebody had: no dump of the database alone leads back to it. */
function keyOf(secret: Buffer, username: string): Buffer {
  return createHmac("sha256", secret).update(`username:${username.toLowerCase()}`).digest();
}

/**
 * Keeps names for whoever has or had them, for good: a name that came free
 * would tell that its owner left, or went by another one.
 * @returns whether all of them are this profile's now
 */
async function reserve(trx: Trx, secret: Buffer, profileKey: number, usernames: readonly string[]): Promise<boolean> {
  // Everybody in one order, so that two people who change at once do not wait for each other.
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
 * Lets a profile take a name, its own earlier ones too. Taken, reserved, used
 * before by somebody else and a deleted person's: all the same answer.
 * @throws AppError username-taken
 */
export async function claimUsername(
  trx: Trx,
  secret: Buffer,
  profile: { id: number; public_id: string; username: string | null },
  wanted: string,
): Promise<void> {
  // The own id stands for "no username" in clients that show it in the field.
  if (wanted === profile.public_id) return;
  if (profile.username?.toLowerCase() === wanted.toLowerCase()) return;
  if (isReservedUsername(wanted)) throw new AppError("username-taken");
  // A name from before names were kept is kept from now on.
  const names = profile.username === null ? [wanted] : [wanted, profile.username];
  if (!(await reserve(trx, secret, profile.id, names))) throw new AppError("username-taken");
}

/** Before a profile goes: its name goes to nobody. The row stays and loses its profile. */
export async function keepUsername(trx: Trx, secret: Buffer, profileKey: number, username: string): Promise<void> {
  await reserve(trx, secret, profileKey, [username]);
}
