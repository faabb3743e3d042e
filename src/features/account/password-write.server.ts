import { emailKey } from "#core/email.ts";
import { AppError } from "#core/errors.ts";
import type { Reader, Trx } from "#db/connect.ts";
import { transact } from "#db/transact.ts";
import { recordAudit } from "#features/audit/write.server.ts";
import { mayMail, queueMail, type Site } from "#features/mail/write.server.ts";
import { renewIds } from "#features/profile/write.server.ts";
import { isSuspended } from "#features/session/read.server.ts";
import { requireProof } from "#features/session/proof-write.server.ts";
import { endAllSessions, endOtherSessions } from "#features/session/write.server.ts";
import type { Binding } from "#server/binding.ts";
import type { SignedInContext, WriteContext } from "#server/context.ts";
import { ownerKey } from "#server/token.ts";
import { passwordChangedEmail, resetEmail } from "./emails.ts";
import { deleteLinks, issueLink, readLink, takeLink } from "./link-write.server.ts";
import { hashNewPassword } from "./new-password-write.server.ts";
import { reclaimAccount } from "./reclaim-write.server.ts";

/** The person's names on the site. Their password must not consist of these words. */
async function readNames(db: Reader, secret: Buffer, accountId: string): Promise<string[]> {
  const profile = await db
    .selectFrom("profile")
    .select(["first_name", "last_name", "username"])
    .where("owner_key", "=", ownerKey(secret, accountId))
    .executeTakeFirst();
  return profile ? [profile.first_name, profile.last_name, profile.username ?? ""] : [];
}

/**
 * Sets a new password, ends mailed links and other sessions in every process, and mails the account's address.
 * @param account.kept the caller's own session; without it all sessions end
 */
async function replacePassword(
  trx: Trx,
  ctx: WriteContext,
  site: Site,
  account: { accountId: string; email: string; passwordHash: string; kept?: Binding },
): Promise<void> {
  const { accountId, email, passwordHash, kept } = account;
  await trx.updateTable("account").set({ password_hash: passwordHash }).where("id", "=", accountId).execute();
  await deleteLinks(trx, accountId);
  await (kept ? endOtherSessions(trx, accountId, ctx.now, kept) : endAllSessions(trx, accountId, ctx.now));
  const content = passwordChangedEmail(site.baseUrl);
  await queueMail(trx, ctx, { kind: "account-notice", recipient: email, content, accountId });
}

/**
 * Changes the caller's password. Only the caller's session stays; a browser gets a new cookie for it. Always needs the
 * current password. An account without one (made by a network sign-in) needs a recent proof instead.
 * @throws AppError not-proven, invalid-credentials, weak-password, too-many-requests
 */
export async function changePassword(
  ctx: SignedInContext,
  site: Site,
  input: { password?: string | undefined; newPassword: string },
  kept: Binding,
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
      .select(["email", "password_hash"])
      .where("id", "=", accountId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    // Another call changed the password meanwhile: the check above was for the old one.
    if (!account || account.password_hash !== before?.password_hash) throw new AppError("not-proven");
    const { email } = account;
    await replacePassword(trx, ctx, site, { accountId, email, passwordHash, kept });
    await recordAudit(trx, ctx, { actor: { kind: "account", accountId }, action: "account.password-change" });
  });
}

/** Mails a link if the address has an account. Runs after the response, so that its time does not reveal the account. */
export async function askReset(ctx: WriteContext, site: Site, email: string): Promise<void> {
  if (!(await mayMail(ctx, site, email))) return;
  const account = await ctx.db
    .selectFrom("account")
    .select(["id", "email"])
    .where("email_key", "=", emailKey(email))
    .executeTakeFirst();
  if (!account || (await isSuspended(ctx.db, ctx.secret, account.id))) return;
  await ctx.db.transaction().execute(async (trx) => {
    // The address may have been changed meanwhile. Its former owner must not get a link to the account.
    const present = await trx
      .selectFrom("account")
      .select("id")
      .where("id", "=", account.id)
      .where("email_key", "=", emailKey(email))
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!present) return;
    const token = await issueLink(trx, ctx.now, {
      accountId: account.id,
      purpose: "reset-password",
      email: account.email,
    });
    const content = resetEmail(site.baseUrl, token);
    await queueMail(trx, ctx, { kind: "reset-password", recipient: account.email, content, accountId: account.id });
    await recordAudit(trx, ctx, { actor: { kind: "account", accountId: account.id }, action: "account.reset-asked" });
  });
}

/**
 * The owner of the address knows nothing of the account but the address. So whoever made it may be a stranger, who knows
 * the profile's ids and shared links.
 * @returns tags to purge after the commit
 */
async function takeFromStranger(trx: Trx, ctx: WriteContext, accountId: string): Promise<string[]> {
  await reclaimAccount(trx, ctx, accountId);
  return renewIds(trx, ctx, { id: accountId, ownerKey: ownerKey(ctx.secret, accountId) });
}

/**
 * Sets a new password by a mailed link, which also confirms the address. All sessions end. If nobody had confirmed the
 * account before, its passkeys and network identities end too, and the profile gets new ids: a stranger may have made
 * it. A password that breaks a rule does not use the link up.
 * @returns the account's id
 * @throws AppError bad-link, weak-password
 */
export async function resetPassword(
  ctx: WriteContext,
  site: Site,
  input: { token: string; password: string },
): Promise<string> {
  const link = await readLink(ctx.db, ctx.now, input.token, "reset-password");
  const names = await readNames(ctx.db, ctx.secret, link.accountId);
  const passwordHash = await hashNewPassword(input.password, link.email, names);
  const done = await transact(ctx.db, async (trx) => {
    const { accountId, email } = await takeLink(trx, ctx.now, input.token, "reset-password");
    const { email_verified_at } = await trx
      .selectFrom("account")
      .select("email_verified_at")
      .where("id", "=", accountId)
      .executeTakeFirstOrThrow();
    const tags = email_verified_at === null ? await takeFromStranger(trx, ctx, accountId) : [];
    await replacePassword(trx, ctx, site, { accountId, email, passwordHash });
    await recordAudit(trx, ctx, { actor: { kind: "account", accountId }, action: "account.password-reset" });
    return { accountId, tags };
  });
  ctx.purge(done.tags);
  return done.accountId;
}
