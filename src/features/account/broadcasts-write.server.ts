import type { Database } from "#db/connect.ts";

/** No more broadcasts to this account. Said again, or of an account that is gone, it changes nothing. */
export async function stopBroadcasts(db: Database, accountId: string): Promise<void> {
  await db.updateTable("account").set({ broadcasts: false }).where("id", "=", accountId).execute();
}
