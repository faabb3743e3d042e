import { emailKey } from "#core/email.ts";
import type { Reader } from "#db/connect.ts";
import type { NetworkIdentity } from "#external/network-claims.ts";
import { isSuspended } from "#features/session/read.server.ts";

export async function readIdentities(
  db: Reader,
  accountId: string,
): Promise<{ issuer: string; subject: string; created_at: Date }[]> {
  return db
    .selectFrom("network_identity")
    .select(["issuer", "subject", "created_at"])
    .where("account_id", "=", accountId)
    .orderBy("created_at")
    .execute();
}

/** The account that an identity is linked to, or else the one with its e-mail. */
export type Found =
  | { by: "identity" | "email"; id: string; email: string; isProven: boolean; suspended: boolean }
  | { by: "nothing" };

/** Issuer and subject identify a person. An account with the same e-mail is found too, but is not thereby theirs. */
export async function findAccount(db: Reader, secret: Buffer, identity: NetworkIdentity): Promise<Found> {
  const known = await db
    .selectFrom("network_identity")
    .innerJoin("account", "account.id", "network_identity.account_id")
    .select(["account.id", "account.email", "account.email_verified_at"])
    .where("issuer", "=", identity.issuer)
    .where("subject", "=", identity.subject)
    .executeTakeFirst();
  const account =
    known ??
    (await db
      .selectFrom("account")
      .select(["id", "email", "email_verified_at"])
      .where("email_key", "=", emailKey(identity.email))
      .executeTakeFirst());
  if (!account) return { by: "nothing" };
  const { id, email, email_verified_at } = account;
  const suspended = await isSuspended(db, secret, id);
  return { by: known ? "identity" : "email", id, email, suspended, isProven: email_verified_at !== null };
}

/** Can the account also be opened by a password or a passkey? */
export async function hasOtherWayIn(db: Reader, accountId: string): Promise<boolean> {
  const account = await db
    .selectFrom("account")
    .select((eb) => [
      "password_hash",
      eb.exists(eb.selectFrom("passkey").select("id").where("account_id", "=", accountId)).as("has_passkey"),
    ])
    .where("id", "=", accountId)
    .executeTakeFirst();
  return account !== undefined && (account.password_hash !== null || Boolean(account.has_passkey));
}

/** The picture's address in the ticket by which this session signed in a moment ago; '' without one. */
export async function readTicketPicture(db: Reader, tokenHash: Buffer, now: Date): Promise<string> {
  const row = await db
    .selectFrom("network_ticket")
    .select("claims")
    .where("token_hash", "=", tokenHash)
    .where("used_at", "is not", null)
    .where("expires_at", ">", now)
    .orderBy("expires_at", "desc")
    .executeTakeFirst();
  const picture = row?.claims["picture"];
  return typeof picture === "string" ? picture : "";
}
