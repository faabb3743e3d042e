import { AppError } from "#core/errors.ts";
import type { Trx } from "#db/connect.ts";
import type { SignedInContext, WriteContext } from "#server/context.ts";
import { findForgotten, noteForgotten } from "#server/forgotten.ts";
import { newPublicId } from "#server/ids.ts";

/**
 * Subscribes to the weekly e-mail. The person is signed in and has confirmed the e-mail, so that this call is the consent
 * and no confirmation mail is needed.
 * @throws AppError bad-request while the e-mail is not confirmed
 */
export async function askForWeeklyEmail(ctx: SignedInContext): Promise<void> {
  const { db, viewer, now } = ctx;
  await db.transaction().execute(async (trx) => {
    const account = await trx
      .selectFrom("account")
      .select("email_verified_at")
      .where("id", "=", viewer.accountId)
      .forUpdate()
      .executeTakeFirst();
    if (!account || account.email_verified_at === null)
      throw new AppError("bad-request", { message: "Confirm your e-mail first. Then you can get the weekly e-mail." });
    await trx
      .insertInto("weekly_letter")
      .values({ account_id: viewer.accountId, public_id: newPublicId(), asked_at: now })
      .onConflict((conflict) => conflict.column("account_id").doNothing())
      .execute();
  });
}

/** Unsubscribes an account from the weekly e-mail. Idempotent; a deleted account is not an error. */
export async function leaveWeeklyEmail(
  ctx: Pick<WriteContext, "db" | "secret" | "now">,
  accountId: string,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const row = await trx
      .deleteFrom("weekly_letter")
      .where("account_id", "=", accountId)
      .returning("public_id")
      .executeTakeFirst();
    if (row) await noteForgotten(trx, ctx, { kind: "letter", key: row.public_id });
  });
}

/** Call when the e-mail's owner takes over an account: an earlier consent was not theirs. */
export async function deleteWeeklyEmail(trx: Trx, accountId: string): Promise<void> {
  await trx.deleteFrom("weekly_letter").where("account_id", "=", accountId).execute();
}

/** Call after a restore. Removes subscriptions of the backup that were cancelled after it was made. */
export async function removeLeftWeeklyEmails(trx: Trx, secret: Buffer): Promise<number> {
  const rows = await trx.selectFrom("weekly_letter").select("public_id").execute();
  const ids = rows.map(({ public_id }) => public_id);
  const gone = await findForgotten(trx, secret, "letter", ids);
  for (const id of gone) await trx.deleteFrom("weekly_letter").where("public_id", "=", id).execute();
  return gone.length;
}
