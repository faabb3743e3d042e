import { setImmediate } from "node:timers/promises";
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

/** Keys computed in one step. Between two steps the event loop handles other requests. */
const STEP_SIZE = 1_000;
const FOREVER = new Date("9999-12-31T00:00:00Z");

/**
 * Owner keys of the accounts whose e-mail was not confirmed by then; most accounts are confirmed. They are computed in
 * batches, because owner keys are not in the database and each takes a moment.
 */
export async function* readUnsettledOwners(db: Reader, secret: Buffer, by: Date): AsyncGenerator<Buffer[]> {
  yield await readOwnersConfirmedIn(db, secret, [[by, FOREVER]]);
  let after = "";
  let isMore = true;
  while (isMore) {
    const rows = await db
      .selectFrom("account")
      .select("id")
      .where("email_verified_at", "is", null)
      .where("id", ">", after)
      .orderBy("id")
      .limit(STEP_SIZE)
      .execute();
    yield rows.map((row) => ownerKey(secret, row.id));
    isMore = rows.length === STEP_SIZE;
    after = rows.at(-1)?.id ?? after;
    await setImmediate();
  }
}

/**
 * Owner keys of the accounts whose e-mail was confirmed in one of these periods. A period excludes its first moment and
 * includes its last.
 */
export async function readOwnersConfirmedIn(
  db: Reader,
  secret: Buffer,
  times: readonly (readonly [Date, Date])[],
): Promise<Buffer[]> {
  const keys: Buffer[] = [];
  for (const [after, until] of times) {
    const rows = await db
      .selectFrom("account")
      .select("id")
      .where("email_verified_at", ">", after)
      .where("email_verified_at", "<=", until)
      .execute();
    for (let from = 0; from < rows.length; from += STEP_SIZE) {
      keys.push(...rows.slice(from, from + STEP_SIZE).map((row) => ownerKey(secret, row.id)));
      await setImmediate();
    }
  }
  return keys;
}
