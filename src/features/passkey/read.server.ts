import { calendarDay } from "#core/calendar.ts";
import type { Reader } from "#db/connect.ts";
import { hourOf } from "#features/session/read.server.ts";
import type { PasskeyView } from "./schema.ts";
import type { StoredKey } from "./protocol.server.ts";

/** The passkeys of an account, the first added first. */
export async function readPasskeys(db: Reader, accountId: string): Promise<PasskeyView[]> {
  const rows = await db
    .selectFrom("passkey")
    .select(["public_id", "name", "created_at", "used_at"])
    .where("account_id", "=", accountId)
    .orderBy("created_at")
    .orderBy("public_id")
    .execute();
  return rows.map((row) => ({
    _id: row.public_id,
    name: row.name,
    createdOn: calendarDay(row.created_at),
    lastUsed: row.used_at ? hourOf(row.used_at) : "",
  }));
}

/** The account's passkeys, so that an authenticator does not create a second one. */
export async function readPresentKeys(db: Reader, accountId: string): Promise<{ id: string; transports: string[] }[]> {
  return db.selectFrom("passkey").select(["id", "transports"]).where("account_id", "=", accountId).execute();
}

export async function readKey(db: Reader, id: string): Promise<(StoredKey & { email: string }) | undefined> {
  return db
    .selectFrom("passkey")
    .innerJoin("account", "account.id", "passkey.account_id")
    .select(["passkey.id", "passkey.public_key", "passkey.counter", "passkey.account_id", "account.email"])
    .where("passkey.id", "=", id)
    .executeTakeFirst();
}
