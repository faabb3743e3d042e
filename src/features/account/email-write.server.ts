import { emailKey, isEmail } from "#core/email.ts";
import { AppError } from "#core/errors.ts";
import type { Trx } from "#db/connect.ts";
import { isUniqueViolation } from "#db/transact.ts";
import { recordAudit } from "#features/audit/write.server.ts";
import { mayMail, queueMail, type Site } from "#features/mail/write.server.ts";
import { requireLiveSession, requireProof } from "#features/session/proof-write.server.ts";
import type { SignedInContext, WriteContext } from "#server/context.ts";
import {
  addressInUseEmail,
  emailChangeAskedEmail,
  emailChangedEmail,
  emailChangeEmail,
  verificationEmail,
} from "./emails.ts";
import { deleteLinks, issueLink, takeLink } from "./link-write.server.ts";

/** Mails the caller's address another link to confirm it; nothing is sent if it is confirmed. */
export async function sendVerification(ctx: SignedInContext, site: Site): Promise<void> {
  const { accountId, email } = ctx.viewer;
  const account = await ctx.db
    .selectFrom("account")
    .select("email_verified_at")
    .where("id", "=", accountId)
    .executeTakeFirst();
  if (!account || account.email_verified_at !== null || !(await mayMail(ctx, site, email))) return;
  await ctx.db.transaction().execute(async (trx) => {
    const token = await issueLink(trx, ctx.now, { accountId, purpose: "verify-email", email });
    const content = verificationEmail(site.baseUrl, token);
    await queueMail(trx, ctx, { kind: "verify-email", recipient: email, content, accountId });
  });
}

/** Confirms the address of an account by the link that was sent to it. @throws AppError bad-link */
export async function verifyEmail(ctx: WriteContext, token: string): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const { accountId, email } = await takeLink(trx, ctx.now, token, "verify-email");
    await trx
      .updateTable("account")
      .set({ email_verified_at: ctx.now })
      .where("id", "=", accountId)
      .where("email_key", "=", emailKey(email))
      .execute();
    await recordAudit(trx, ctx, { actor: { kind: "account", accountId }, action: "account.email-verified" });
  });
}

/**
 * Requests a change of the e-mail address. A link goes to the new address, a notice to the old one. A new address that
 * already has an account gets a mail too, with another text, so that the answer is always the same.
 * @throws AppError not-proven, invalid-credentials for a wrong password, bad-request for an invalid address
 */
export async function askEmailChange(
  ctx: SignedInContext,
  site: Site,
  input: { email: string; password?: string | undefined },
): Promise<void> {
  const { accountId } = ctx.viewer;
  const { email } = input;
  if (!isEmail(email)) {
    const message = "This is not an e-mail address.";
    throw new AppError("bad-request", { message, issues: [{ path: "email", message }] });
  }
  await requireProof(ctx, { password: input.password }, site.rateLimitFactor);
  const isMailed = await mayMail(ctx, site, email);
  await ctx.db.transaction().execute(async (trx) => {
    await trx.selectFrom("account").select("id").where("id", "=", accountId).forNoKeyUpdate().execute();
    await requireLiveSession(trx, ctx);
    const owner = await trx
      .selectFrom("account")
      .select("id")
      .where("email_key", "=", emailKey(email))
      .executeTakeFirst();
    const isFree = owner === undefined || owner.id === accountId;
    if (isMailed) await mailNewAddress(trx, ctx, site, { accountId, email, ownerId: isFree ? undefined : owner.id });
    // Also if the new address gets no e-mail because it had too many today. Without this notice the caller would learn
    // that others had sent them.
    await queueMail(trx, ctx, {
      kind: "account-notice",
      recipient: ctx.viewer.email,
      content: emailChangeAskedEmail(site.baseUrl),
      accountId,
    });
    await recordAudit(trx, ctx, { actor: { kind: "account", accountId }, action: "account.email-change-asked" });
  });
}

async function mailNewAddress(
  trx: Trx,
  ctx: WriteContext,
  site: Site,
  to: { accountId: string; email: string; ownerId: string | undefined },
): Promise<void> {
  const { accountId, email, ownerId } = to;
  const token = await issueLink(trx, ctx.now, { accountId, purpose: "change-email", email });
  await queueMail(trx, ctx, {
    kind: ownerId === undefined ? "change-email" : "account-notice",
    recipient: email,
    // Make the link even if the address is taken, and send it to nobody: both cases must take the same time.
    content: ownerId === undefined ? emailChangeEmail(site.baseUrl, token) : addressInUseEmail(site.baseUrl),
    // The archive of an account contains what it was sent. If the address has one that nobody has confirmed, somebody
    // else may have made it.
    ...(ownerId === undefined ? { accountId } : {}),
  });
}

/**
 * Takes the new address that the link proves. All links end, and the old address gets a notice.
 * @throws AppError bad-link, email-in-use if somebody took it meanwhile
 */
export async function confirmEmailChange(ctx: WriteContext, site: Site, token: string): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const { accountId, email } = await takeLink(trx, ctx.now, token, "change-email");
    const before = await trx
      .selectFrom("account")
      .select("email")
      .where("id", "=", accountId)
      .executeTakeFirstOrThrow();
    try {
      await trx
        .updateTable("account")
        .set({ email, email_key: emailKey(email), email_verified_at: ctx.now })
        .where("id", "=", accountId)
        .execute();
    } catch (error) {
      if (isUniqueViolation(error)) throw new AppError("email-in-use");
      throw error;
    }
    await deleteLinks(trx, accountId);
    const content = emailChangedEmail(site.baseUrl);
    await queueMail(trx, ctx, { kind: "account-notice", recipient: before.email, content, accountId });
    await recordAudit(trx, ctx, { actor: { kind: "account", accountId }, action: "account.email-change" });
  });
}
