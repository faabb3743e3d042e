import type { Database, Trx } from "#db/connect.ts";
import type { WriteContext } from "#server/context.ts";
import { findForgotten, noteForgotten, removeMark } from "#server/forgotten.ts";

type Context = Pick<WriteContext, "db" | "secret" | "now">;

/**
 * Sets whether an account gets broadcasts. Also marks an end, so that a restored backup does not bring the e-mails back.
 * Changes nothing for an account that is gone.
 */
export async function setBroadcasts(ctx: Context, accountId: string, isOn: boolean): Promise<void> {
  const mark = { kind: "broadcasts", key: accountId } as const;
  await ctx.db.transaction().execute(async (trx) => {
    const found = await trx
      .updateTable("account")
      .set({ broadcasts: isOn })
      .where("id", "=", accountId)
      .returning("id")
      .executeTakeFirst();
    if (!found) return;
    await (isOn ? removeMark(trx, ctx, mark) : noteForgotten(trx, ctx, mark));
  });
}

/** Call after a restore. Stops broadcasts to those of the accounts that stopped them after the backup was made. */
export async function stopEndedBroadcasts(
  db: Database,
  secret: Buffer,
  accountIds: readonly string[],
): Promise<number> {
  const ended = await findForgotten(db, secret, "broadcasts", accountIds);
  if (ended.length === 0) return 0;
  const { numUpdatedRows } = await db
    .updateTable("account")
    .set({ broadcasts: false })
    .where("id", "in", ended)
    .where("broadcasts", "=", true)
    .executeTakeFirst();
  return Number(numUpdatedRows);
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
