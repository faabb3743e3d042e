import { createHash, randomBytes } from "node:crypto";
import { AppError } from "#core/errors.ts";
import { emailKey } from "#features/account/rules.ts";
import { checkRecipient } from "#features/mail/rules.ts";
import { queueMail } from "#features/mail/write.server.ts";
import type { WriteContext } from "#server/context.ts";
import { newPublicId } from "#server/ids.ts";
import { LIMITS, takeShared } from "#server/rate-limit.ts";
import { readUnsubscribeToken, unsubscribeToken } from "#server/unsubscribe.ts";
import { confirmLetter, LINK_LIFE } from "./rules.ts";

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** @throws AppError bad-request for what no letter could be sent to */
export function refuseNoAddress(email: string): void {
  const message = checkRecipient(email);
  if (message !== undefined) throw new AppError("bad-request", { message, issues: [{ path: "email", message }] });
}

/**
 * Notes a request and sends the letter that asks for consent, 3 a day for one
 * address at most; without one nothing is changed, so that the last letter
 * stays good. An address that has consented gets none. To be run after the
 * answer, which must not tell by its time what is found here.
 */
export async function askForNewsletter(
  ctx: Pick<WriteContext, "db" | "now" | "secret">,
  input: { email: string; baseUrl: string; rateLimitFactor: number },
): Promise<void> {
  const { email } = input;
  if (!(await mayWrite(ctx, input))) return;
  const token = randomBytes(32).toString("base64url");
  const asked = {
    asked_at: ctx.now,
    link_hash: hashOf(token),
    link_expires_at: new Date(ctx.now.getTime() + LINK_LIFE),
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
    const letter = confirmLetter(input.baseUrl, { confirm: token, unsubscribe });
    await queueMail(trx, ctx, { kind: "newsletter-confirm", recipient: email, letter });
  });
}

async function mayWrite(
  ctx: Pick<WriteContext, "db" | "now" | "secret">,
  input: { email: string; rateLimitFactor: number },
): Promise<boolean> {
  try {
    await takeShared(ctx.db, ctx.secret, input.rateLimitFactor, ctx.now, [
      { limit: LIMITS.newsletterEmail, who: emailKey(input.email) },
    ]);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "too-many-requests") return false;
    throw error;
  }
}

/**
 * Records the consent. Using the link again changes nothing.
 * @throws AppError bad-link
 */
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

/**
 * Takes an address off the list and forgets it. Using the link again changes nothing.
 * @throws AppError bad-link for what is not our link
 */
export async function unsubscribeNewsletter(ctx: Pick<WriteContext, "db" | "secret">, token: string): Promise<void> {
  const read = readUnsubscribeToken(ctx.secret, token);
  if (read?.kind !== "newsletter") throw new AppError("bad-link");
  await ctx.db.deleteFrom("newsletter_subscriber").where("public_id", "=", read.id).execute();
}

/** Forgets requests that nobody confirmed in time. */
export async function forgetUnconfirmed(ctx: Pick<WriteContext, "db" | "now">): Promise<void> {
  await ctx.db
    .deleteFrom("newsletter_subscriber")
    .where("confirmed_at", "is", null)
    .where("link_expires_at", "<", ctx.now)
    .execute();
}
