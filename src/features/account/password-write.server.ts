import { AppError } from "#core/errors.ts";
import type { Trx } from "#db/connect.ts";
import { recordAudit } from "#features/audit/write.server.ts";
import { queueMail } from "#features/mail/write.server.ts";
import type { Viewer, WriteContext } from "#server/context.ts";
import { passwordChangedNotice, resetLetter } from "./letters.ts";
import { dropLinks, issueLink, readLink, takeLink } from "./link-write.server.ts";
import { mayMail, type Site } from "./mail-limit.server.ts";
import { hashNewPassword, readNames } from "./new-password.server.ts";
import { requireProof } from "./proof-write.server.ts";
import { reclaimAccount } from "./reclaim-write.server.ts";
import { emailKey } from "./rules.ts";
import { endAllSessions } from "./session-write.server.ts";

/**
 * A new password: links and other sessions die with the old one, in every
 * process, and the account's address is told.
 */
async function replacePassword(
  trx: Trx,
  ctx: WriteContext,
  site: Site,
  account: { id: string; email: string },
  passwordHash: string,
  exceptTokenHash?: Buffer,
): Promise<void> {
  await trx.updateTable("account").set({ password_hash: passwordHash }).where("id", "=", account.id).execute();
  await dropLinks(trx, account.id);
  await endAllSessions(trx, account.id, ctx.now, exceptTokenHash);
  const letter = passwordChangedNotice(site.baseUrl);
  await queueMail(trx, ctx, { kind: "account-notice", recipient: account.email, letter, accountId: account.id });
}

/**
 * Changes the caller's password. An account that has one needs it, however
 * fresh the session's proof is; one that came by the network alone gets its
 * first by that proof.
 * @throws AppError not-proven, invalid-credentials, weak-password, too-many-requests
 */
export async function changePassword(
  ctx: WriteContext & { viewer: Viewer },
  site: Site,
  input: { password?: string | undefined; newPassword: string },
): Promise<void> {
  const { accountId } = ctx.viewer;
  const before = await ctx.db
    .selectFrom("account")
    .select("password_hash")
    .where("id", "=", accountId)
    .executeTakeFirst();
  const hasPassword = before !== undefined && before.password_hash !== null;
  if (hasPassword && input.password === undefined) throw new AppError("not-proven");
  await requireProof(ctx, hasPassword ? { password: input.password } : {}, site.rateLimitFactor);
  const names = await readNames(ctx.db, ctx.secret, accountId);
  const passwordHash = await hashNewPassword(input.newPassword, ctx.viewer.email, names);
  await ctx.db.transaction().execute(async (trx) => {
    const account = await trx
      .selectFrom("account")
      .select(["id", "email", "password_hash"])
      .where("id", "=", accountId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    // Changed meanwhile: what was proven above proves nothing any more.
    if (!account || account.password_hash !== before?.password_hash) throw new AppError("not-proven");
    await replacePassword(trx, ctx, site, account, passwordHash, ctx.tokenHash);
    await recordAudit(trx, ctx, { kind: "account", accountId }, "account.password-change");
  });
}

/** Writes to the address if it has an account. The caller has answered before, so that the answer tells nothing. */
export async function askReset(ctx: WriteContext, site: Site, email: string): Promise<void> {
  if (!(await mayMail(ctx, site, email))) return;
  const account = await ctx.db
    .selectFrom("account")
    .select(["id", "email"])
    .where("email_key", "=", emailKey(email))
    .where("suspended", "=", false)
    .executeTakeFirst();
  if (!account) return;
  await ctx.db.transaction().execute(async (trx) => {
    const token = await issueLink(trx, ctx.now, {
      accountId: account.id,
      purpose: "reset-password",
      email: account.email,
    });
    const letter = resetLetter(site.baseUrl, token);
    await queueMail(trx, ctx, { kind: "reset-password", recipient: account.email, letter, accountId: account.id });
    await recordAudit(trx, ctx, { kind: "account", accountId: account.id }, "account.reset-asked");
  });
}

/**
 * Sets a new password by a mailed link, which proves the address too. All
 * sessions end; of an account that nobody had confirmed, every other way in as
 * well: whoever made it may have been somebody else. A password that breaks a
 * rule does not use the link up.
 * @throws AppError bad-link, weak-password
 */
export async function resetPassword(
  ctx: WriteContext,
  site: Site,
  input: { token: string; password: string },
): Promise<void> {
  const link = await readLink(ctx.db, ctx.now, input.token, "reset-password");
  const names = await readNames(ctx.db, ctx.secret, link.accountId);
  const passwordHash = await hashNewPassword(input.password, link.email, names);
  await ctx.db.transaction().execute(async (trx) => {
    const { accountId, email } = await takeLink(trx, ctx.now, input.token, "reset-password");
    const { email_verified_at } = await trx
      .selectFrom("account")
      .select("email_verified_at")
      .where("id", "=", accountId)
      .executeTakeFirstOrThrow();
    if (email_verified_at === null) await reclaimAccount(trx, ctx, accountId);
    await replacePassword(trx, ctx, site, { id: accountId, email }, passwordHash);
    await recordAudit(trx, ctx, { kind: "account", accountId }, "account.password-reset");
  });
}
