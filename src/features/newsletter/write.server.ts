import { sql } from "kysely";
import { createHash, randomBytes } from "node:crypto";
import { emailKey } from "#core/email.ts";
import { AppError } from "#core/errors.ts";
import type { Trx } from "#db/connect.ts";
import { deleteInBatches } from "#db/in-batches.ts";
import { checkRecipient } from "#features/mail/rules.ts";
import { mayMail, queueMail } from "#features/mail/write.server.ts";
import type { WriteContext } from "#server/context.ts";
import { findForgotten, noteForgotten } from "#server/forgotten.ts";
import { newPublicId } from "#server/ids.ts";
import { LIMITS } from "#server/rate-limit.ts";
import { readUnsubscribeToken, unsubscribeToken } from "#server/unsubscribe.ts";
import { confirmationEmail, LINK_LIFE_MS } from "./rules.ts";

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** @throws AppError bad-request for an invalid address */
export function refuseNoAddress(email: string): void {
  const message = checkRecipient(email);
  if (message !== undefined) throw new AppError("bad-request", { message, issues: [{ path: "email", message }] });
}

/**
 * Records a request and sends the mail that asks for consent. Above the daily limit nothing changes, so that the last
 * mail's link still works. An address that has consented gets no mail. Run it after the response, because its time must
 * not reveal what is stored.
 */
export async function askForNewsletter(
  ctx: Pick<WriteContext, "db" | "now" | "secret">,
  input: { email: string; baseUrl: string; rateLimitFactor: number },
): Promise<void> {
  const { email } = input;
  if (!(await mayMail(ctx, input, email, LIMITS.newsletterEmail))) return;
  const token = randomBytes(32).toString("base64url");
  const asked = {
    asked_at: ctx.now,
    link_hash: hashOf(token),
    link_expires_at: new Date(ctx.now.getTime() + LINK_LIFE_MS),
  };
  await ctx.db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto("newsletter_subscriber")
      .values({ public_id: newPublicId(), email, email_key: emailKey(email), ...asked })
      .onConflict((conflict) =>
        conflict.column("email_key").doUpdateSet(asked).where("newsletter_subscriber.confirmed_at", "is", null),
      )
      .returning("public_id")
      .executeTakeFirst();
    if (!row) return;
    const unsubscribe = unsubscribeToken(ctx.secret, "newsletter", row.public_id);
    const content = confirmationEmail(input.baseUrl, { confirm: token, unsubscribe });
    await queueMail(trx, ctx, { kind: "newsletter-confirm", recipient: email, content });
  });
}

/** Records the consent. Using the link again changes nothing. @throws AppError bad-link */
export async function confirmNewsletter(ctx: Pick<WriteContext, "db" | "now">, token: string): Promise<void> {
  const known = await ctx.db
    .updateTable("newsletter_subscriber")
    .set((eb) => ({ confirmed_at: eb.fn.coalesce("confirmed_at", eb.val(ctx.now)) }))
    .where("link_hash", "=", hashOf(token))
    .where("link_expires_at", ">", ctx.now)
    .returning("id")
    .executeTakeFirst();
  if (!known) throw new AppError("bad-link");
}

/** Deletes an address from the list. Idempotent. @throws AppError bad-link for a token we did not sign */
export async function unsubscribeNewsletter(
  ctx: Pick<WriteContext, "db" | "secret" | "now">,
  token: string,
): Promise<void> {
  const read = readUnsubscribeToken(ctx.secret, token);
  if (read?.kind !== "newsletter") throw new AppError("bad-link");
  await ctx.db.transaction().execute(async (trx) => {
    const row = await trx
      .deleteFrom("newsletter_subscriber")
      .where("public_id", "=", read.id)
      .returning("public_id")
      .executeTakeFirst();
    if (row) await noteForgotten(trx, ctx, { kind: "newsletter", key: row.public_id });
  });
}

/** Call after a restore. Deletes again the addresses that left the list after the backup was made. */
export async function removeForgottenSubscribers(trx: Trx, secret: Buffer): Promise<number> {
  const rows = await trx.selectFrom("newsletter_subscriber").select("public_id").execute();
  const ids = rows.map(({ public_id }) => public_id);
  const gone = await findForgotten(trx, secret, "newsletter", ids);
  for (const id of gone) await trx.deleteFrom("newsletter_subscriber").where("public_id", "=", id).execute();
  return gone.length;
}

/** Deletes requests that nobody confirmed in time. */
export async function deleteUnconfirmed(ctx: Pick<WriteContext, "db" | "now">): Promise<void> {
  const where = sql`confirmed_at is null and link_expires_at < ${ctx.now}`;
  await deleteInBatches(ctx.db, { table: "newsletter_subscriber", where });
}

/** Deletes the address of a person who leaves, with the mails to it. */
export async function deleteSubscriber(trx: Trx, email: string): Promise<void> {
  await trx.deleteFrom("newsletter_subscriber").where("email_key", "=", emailKey(email)).execute();
}
