import type { Database, Trx } from "#db/connect.ts";

/** An account that once came in keeps its way in, from every device it signs in on. */
export async function keepEarlyAccess(db: Database | Trx, accountId: string): Promise<void> {
  await db
    .updateTable("account")
    .set({ early_access: true })
    .where("id", "=", accountId)
    .where("early_access", "=", false)
    .execute();
}
