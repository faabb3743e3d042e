import { AppError, ERRORS } from "#core/errors.ts";
import type { Binding } from "#server/binding.ts";
import type { Viewer, WriteContext } from "#server/context.ts";
import { hashPassword, verifyPassword } from "#server/password.ts";
import { isCommonPassword } from "#server/common-passwords.ts";
import { readViewer } from "./read.server.ts";
import { checkCredentials, checkNewPassword, emailKey, isEmail } from "./rules.ts";
import { bindToken, createAccount, endSession } from "./session-write.server.ts";

/**
 * Makes an account with an empty profile and binds the token, in one
 * transaction; of two at once for one e-mail one wins.
 * @throws AppError invalid-credentials, weak-password, email-in-use
 */
export async function signUp(
  ctx: WriteContext,
  input: { email: string; password: string },
  binding: Binding,
  device: string,
): Promise<Viewer> {
  const { email, password } = input;
  if (checkCredentials(email, password) !== undefined || !isEmail(email)) throw new AppError("invalid-credentials");
  const broken = checkNewPassword(password, email);
  if (broken !== undefined || isCommonPassword(password)) {
    throw new AppError("weak-password", { message: broken ?? ERRORS["weak-password"].sentence });
  }
  const passwordHash = await hashPassword(password);
  return ctx.db.transaction().execute(async (trx) => {
    const accountId = await createAccount(trx, ctx, { email, passwordHash, emailVerifiedAt: null });
    await bindToken(trx, accountId, binding, ctx.now, device);
    const viewer = await readViewer(trx, ctx.secret, accountId, email);
    if (!viewer) throw new Error("The new account has no profile.");
    return viewer;
  });
}

/**
 * Signs in by e-mail and password. Unknown e-mail and wrong password take the
 * same time and say the same.
 * @throws AppError invalid-credentials
 */
export async function logIn(
  ctx: WriteContext,
  input: { email: string; password: string | undefined },
  binding: Binding,
  device: string,
): Promise<Viewer> {
  const { email, password } = input;
  if (password === undefined) {
    // Only a proof from the network sign-in could stand in for the password.
    if (ctx.viewer && emailKey(ctx.viewer.email) === emailKey(email)) return ctx.viewer;
    throw new AppError("not-yours", { message: ERRORS["invalid-credentials"].sentence });
  }
  if (checkCredentials(email, password) !== undefined || email.length > 1_000)
    throw new AppError("invalid-credentials");
  const account = await ctx.db
    .selectFrom("account")
    .select(["id", "email", "password_hash", "suspended"])
    .where("email_key", "=", emailKey(email))
    .executeTakeFirst();
  const isRight = await verifyPassword(password, account?.password_hash ?? undefined);
  if (!account || !isRight || account.suspended) throw new AppError("invalid-credentials");
  return ctx.db.transaction().execute(async (trx) => {
    await bindToken(trx, account.id, binding, ctx.now, device);
    const viewer = await readViewer(trx, ctx.secret, account.id, account.email);
    if (!viewer) throw new Error("The account has no profile.");
    return viewer;
  });
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
