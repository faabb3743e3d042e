import { AppError, ERRORS } from "#core/errors.ts";
import type { Trx } from "#db/connect.ts";
import { recordAudit } from "#features/audit/write.server.ts";
import { queueMail } from "#features/mail/write.server.ts";
import { signInByTicket } from "#features/network/sign-in-write.server.ts";
import type { Binding } from "#server/binding.ts";
import type { Viewer, WriteContext } from "#server/context.ts";
import { isKnownDevice } from "#server/known-device.ts";
import { hashPassword, needsRehash, verifyPassword } from "#server/password.ts";
import { LIMITS, takeShared } from "#server/rate-limit.ts";
import { beginTry, endTry, failureKey } from "./failure-write.server.ts";
import { verificationLetter } from "./letters.ts";
import { issueLink } from "./link-write.server.ts";
import { mayMail, type Site } from "./mail-limit.server.ts";
import { hashNewPassword } from "./new-password.server.ts";
import { readViewer } from "./read.server.ts";
import { checkCredentials, emailKey, isEmail } from "./rules.ts";
import { bindToken, createAccount, endSession } from "./session-write.server.ts";

/** What a sign-in brings: the token it binds, what signs in, the mark of a device that was signed in before. */
export type SignIn = { binding: Binding; device: string; deviceMark: string | undefined };

/**
 * Makes an account with an empty profile, binds the token and writes to the
 * address, in one transaction; of two at once for one e-mail one wins.
 * @throws AppError invalid-credentials, weak-password, email-in-use
 */
export async function signUp(
  ctx: WriteContext,
  site: Site,
  input: { email: string; password: string },
  signIn: SignIn,
): Promise<Viewer> {
  const { email, password } = input;
  if (checkCredentials(email, password) !== undefined || !isEmail(email)) throw new AppError("invalid-credentials");
  const passwordHash = await hashNewPassword(password, email);
  const isMailed = await mayMail(ctx, site, email);
  return ctx.db.transaction().execute(async (trx) => {
    const accountId = await createAccount(trx, ctx, { email, passwordHash, emailVerifiedAt: null });
    if (isMailed) {
      const token = await issueLink(trx, ctx.now, { accountId, purpose: "verify-email", email });
      const letter = verificationLetter(site.baseUrl, token);
      await queueMail(trx, ctx, { kind: "verify-email", recipient: email, letter, accountId });
    }
    await recordAudit(trx, ctx, { kind: "account", accountId }, "account.sign-up");
    return bound(trx, ctx, { id: accountId, email }, signIn);
  });
}

async function bound(
  trx: Trx,
  ctx: WriteContext,
  account: { id: string; email: string },
  signIn: SignIn,
): Promise<Viewer> {
  await bindToken(trx, account.id, signIn.binding, ctx.now, signIn.device);
  const viewer = await readViewer(trx, ctx.secret, account.id, account.email);
  // Suspended, which the profile alone knows: the same words as for a wrong password.
  if (!viewer) throw new AppError("invalid-credentials");
  return viewer;
}

/** Stands for the account where there is none, so that both take the same way. */
const NOBODY = "0".repeat(24);

/**
 * Signs in by e-mail and password. Unknown e-mail, wrong password, an account
 * without a password and a suspended one take the same time and say the same.
 * @throws AppError invalid-credentials, too-many-requests
 */
export async function logIn(
  ctx: WriteContext,
  site: Site,
  input: { email: string; password: string | undefined },
  signIn: SignIn,
): Promise<Viewer> {
  const { email, password } = input;
  if (password === undefined) {
    // Only a proof from the network sign-in could stand in for the password.
    if (ctx.viewer && emailKey(ctx.viewer.email) === emailKey(email)) return ctx.viewer;
    const viewer = await signInByTicket(ctx, email, signIn);
    if (viewer) return viewer;
    // As long as a wrong password takes.
    await verifyPassword(email, undefined);
    throw new AppError("not-yours", { message: ERRORS["invalid-credentials"].sentence });
  }
  const account = await ctx.db
    .selectFrom("account")
    .select(["id", "email", "password_hash", "suspended"])
    .where("email_key", "=", emailKey(email))
    .executeTakeFirst();
  const device = knownDevice(ctx, account?.id ?? NOBODY, signIn.deviceMark);
  await takeShared(ctx.db, ctx.secret, site.rateLimitFactor, ctx.now, [
    { limit: LIMITS.loginEmail, who: `${device ?? ctx.address} ${emailKey(email)}` },
    // Strangers who use up the day's tries do not shut out whoever was here before.
    ...(device === undefined ? [{ limit: LIMITS.loginEmailDay, who: emailKey(email) }] : []),
  ]);
  if (checkCredentials(email, password) !== undefined) throw new AppError("invalid-credentials");
  const key = failureKey(ctx.secret, email, device === undefined ? { address: ctx.address } : { device });
  await beginTry(ctx, key, site.rateLimitFactor);
  const isRight = await verifyPassword(password, account?.password_hash ?? undefined);
  if (!account || !isRight || account.suspended) return refuseLogin(ctx, account?.id);
  const raised = needsRehash(account.password_hash ?? "") ? await hashPassword(password) : undefined;
  const viewer = await ctx.db.transaction().execute(async (trx) => {
    // A password change or a deletion that was made meanwhile holds: nothing is bound by a password that is gone.
    const now = await trx
      .selectFrom("account")
      .select(["password_hash", "suspended"])
      .where("id", "=", account.id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!now || now.suspended || now.password_hash !== account.password_hash) return undefined;
    if (raised !== undefined) {
      await trx.updateTable("account").set({ password_hash: raised }).where("id", "=", account.id).execute();
    }
    await recordAudit(trx, ctx, { kind: "account", accountId: account.id }, "account.login");
    return bound(trx, ctx, account, signIn);
  });
  if (!viewer) return refuseLogin(ctx, account.id);
  await endTry(ctx, key);
  return viewer;
}

/** The device, where it was signed in to this account before: by its mark, or by a live session of the account. */
function knownDevice(ctx: WriteContext, accountId: string, mark: string | undefined): string | undefined {
  if (mark !== undefined && isKnownDevice(ctx.secret, mark, accountId)) return `mark ${mark}`;
  if (ctx.viewer?.accountId === accountId && ctx.tokenHash) return `session ${ctx.tokenHash.toString("hex")}`;
  return undefined;
}

async function refuseLogin(ctx: WriteContext, accountId: string | undefined): Promise<never> {
  const actor = accountId === undefined ? ({ kind: "system" } as const) : ({ kind: "account", accountId } as const);
  await recordAudit(ctx.db, ctx, actor, "account.login-failed");
  throw new AppError("invalid-credentials");
}

/** Ends one session at once, in every process. */
export async function logOut(ctx: WriteContext, tokenHash: Buffer): Promise<void> {
  await ctx.db.transaction().execute((trx) => endSession(trx, tokenHash, ctx.now));
}

/** Notes that a session was used; callers do so at most once an hour. */
export async function touchSession(ctx: Pick<WriteContext, "db" | "now">, tokenHash: Buffer): Promise<void> {
  await ctx.db.updateTable("session").set({ used_at: ctx.now }).where("token_hash", "=", tokenHash).execute();
}

/** Drops sessions whose tokens have outlived themselves; they are refused by their own date. */
export async function forgetExpiredSessions(ctx: Pick<WriteContext, "db" | "now">): Promise<void> {
  await ctx.db.deleteFrom("session").where("expires_at", "<", ctx.now).execute();
}
