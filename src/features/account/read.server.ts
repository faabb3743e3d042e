import type { Reader } from "#db/connect.ts";
import { ownerKey } from "#server/token.ts";
import type { Account } from "./schema.ts";

export async function readAccount(db: Reader, accountId: string): Promise<Account | undefined> {
  const row = await db
    .selectFrom("account")
    .select((eb) => [
      "email",
      "email_verified_at",
      "created_on",
      "broadcasts",
      eb("password_hash", "is not", null).as("has_password"),
      eb
        .selectFrom("network_identity")
        .select((inner) => inner.fn.countAll<number>().as("n"))
        .whereRef("account_id", "=", "account.id")
        .as("networks"),
      eb
        .selectFrom("passkey")
        .select((inner) => inner.fn.countAll<number>().as("n"))
        .whereRef("account_id", "=", "account.id")
        .as("passkeys"),
    ])
    .where("id", "=", accountId)
    .executeTakeFirst();
  return (
    row && {
      email: row.email,
      isEmailVerified: row.email_verified_at !== null,
      hasPassword: Boolean(row.has_password),
      createdOn: row.created_on,
      networks: row.networks ?? 0,
      passkeys: row.passkeys ?? 0,
      broadcasts: row.broadcasts,
    }
  );
}

/** Owner keys of all accounts whose e-mail was confirmed by then: 32 bytes for each account of the installation. */
export async function readSettledOwners(db: Reader, secret: Buffer, before: Date): Promise<Buffer[]> {
  const rows = await db
    .selectFrom("account")
    .select("id")
    .where("email_verified_at", "<=", before)
    .where("suspended", "=", false)
    .execute();
  return rows.map((row) => ownerKey(secret, row.id));
}
