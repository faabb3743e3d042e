import type { Database } from "#db/connect.ts";
import type { Viewer, WriteContext } from "#server/context.ts";

/** The caller's own switch for broadcasts, in both directions. */
export async function setBroadcasts(ctx: WriteContext & { viewer: Viewer }, isOn: boolean): Promise<void> {
  await ctx.db.updateTable("account").set({ broadcasts: isOn }).where("id", "=", ctx.viewer.accountId).execute();
}

/** No more broadcasts to this account. Said again, or of an account that is gone, it changes nothing. */
export async function stopBroadcasts(db: Database, accountId: string): Promise<void> {
  await db.updateTable("account").set({ broadcasts: false }).where("id", "=", accountId).execute();
}
