import type { Database, Trx } from "#db/connect.ts";
import type { SignedInContext } from "#server/context.ts";

/** Sets whether the caller gets broadcasts. */
export async function setBroadcasts(ctx: SignedInContext, isOn: boolean): Promise<void> {
  await ctx.db.updateTable("account").set({ broadcasts: isOn }).where("id", "=", ctx.viewer.accountId).execute();
}

/** Changes nothing for an account that is gone. */
export async function stopBroadcasts(db: Database, accountId: string): Promise<void> {
  await db.updateTable("account").set({ broadcasts: false }).where("id", "=", accountId).execute();
}

/** Notes that an account has early access. It keeps it on every device. @returns true the first time */
export async function keepEarlyAccess(db: Database | Trx, accountId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("account")
    .set({ early_access: true })
    .where("id", "=", accountId)
    .where("early_access", "=", false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
