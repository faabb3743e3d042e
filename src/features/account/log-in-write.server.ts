import { sql } from "kysely";
import { displacedEmail, emailKey } from "#core/email.ts";
import { AppError, ERRORS } from "#core/errors.ts";
import { recordAudit } from "#features/audit/write.server.ts";
import { readViewer } from "#features/session/read.server.ts";
import { bindToken } from "#features/session/write.server.ts";
import type { Binding } from "#server/binding.ts";
import type { Viewer, WriteContext } from "#server/context.ts";
import { isKnownDevice } from "#server/known-device.ts";
import { beginTry, endTry, failureKey } from "#server/login-failures.ts";
import { takeUnknownDevicesTry } from "#server/login-work.ts";
import { hashPassword, needsRehash, verifyPassword } from "#server/password.ts";
import { LIMITS, takeShared } from "#server/rate-limit.ts";
import { checkCredentials } from "./rules.ts";

/** Replaces an account for unknown e-mails, so that they take the same steps as known ones. */
const NOBODY = "0".repeat(24);

/**
 * Signs in by e-mail and password. An unknown e-mail, a wrong password, an account without a password and a suspended
 * one take the same time and give the same error. An e-mail without a password is refused here: the network sign-in
 * uses that form, and its proof is checked earlier.
 * @param signIn.deviceMark the mark of a device that was signed in before
 * @throws AppError invalid-credentials, not-yours without a password, too-many-requests
 */
export async function logIn(
  ctx: WriteContext,
  rateLimitFactor: number,
  input: { email: string; password: string | undefined; work: string | undefined },
  signIn: { binding: Binding; device: string; deviceMark: string | undefined },
): Promise<Viewer> {
  const { email, password } = input;
  if (password === undefined) {
    // Takes as long as a wrong password.
    await verifyPassword(email, undefined);
    throw new AppError("not-yours", { message: ERRORS["invalid-credentials"].sentence });
  }
  const known = await ctx.db
    .selectFrom("account")
    .select(["id", "email", "password_hash", "suspended"])
    .where("email_key", "in", [emailKey(email), displacedEmail(emailKey(email))])
    // Try the account that has the e-mail before accounts that had it earlier (see displace-write.server.ts).
    .orderBy(sql`email_key = ${emailKey(email)}`, "desc")
    .execute();
  const ids = known.length === 0 ? [NOBODY] : known.map(({ id }) => id);
  const device = ids.map((id) => knownDevice(ctx, id, signIn.deviceMark)).find((found) => found !== undefined);
  await takeShared(ctx.db, ctx.secret, rateLimitFactor, ctx.now, [
    { limit: LIMITS.loginEmail, who: `${device ?? ctx.address} ${emailKey(email)}` },
    // The daily limit does not apply to a known device. Otherwise strangers could use up the day's tries and lock it
    // out.
    ...(device === undefined ? [{ limit: LIMITS.loginEmailDay, who: emailKey(email) }] : []),
  ]);
  if (device === undefined) await takeUnknownDevicesTry(ctx, email, input.work, rateLimitFactor);
  if (checkCredentials(email, password) !== undefined) throw new AppError("invalid-credentials");
  const key = failureKey(ctx.secret, email, device === undefined ? { address: ctx.address } : { device });
  await beginTry(ctx, key, rateLimitFactor);
  // Compare both at the same time. One after the other would reveal by its time that a displaced account exists.
  const hashes = known.length === 0 ? [undefined] : known.map((account) => account.password_hash ?? undefined);
  const areRight = await Promise.all(hashes.map((hash) => verifyPassword(password, hash)));
  const account = known[areRight.indexOf(true)];
  if (!account || account.suspended) return refuse(ctx, (account ?? known[0])?.id);
  const raised = needsRehash(account.password_hash ?? "") ? await hashPassword(password) : undefined;
  const viewer = await ctx.db.transaction().execute(async (trx) => {
    // The password may have been changed, or the account deleted, while it was compared.
    const now = await trx
      .selectFrom("account")
      .select(["password_hash", "suspended"])
      .where("id", "=", account.id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!now || now.suspended || now.password_hash !== account.password_hash) return undefined;
    const found = await readViewer(trx, ctx.secret, account.id, account.email);
    // A suspended profile.
    if (!found) return undefined;
    if (raised !== undefined) {
      await trx.updateTable("account").set({ password_hash: raised }).where("id", "=", account.id).execute();
    }
    await recordAudit(trx, ctx, { kind: "account", accountId: account.id }, "account.login");
    await bindToken(trx, account.id, signIn.binding, ctx.now, signIn.device);
    return found;
  });
  if (!viewer) return refuse(ctx, account.id);
  await endTry(ctx, key);
  return viewer;
}

/**
 * What proves that this device was signed in to this account before: its cookie, or a live session of the account.
 * Undefined for other devices.
 */
function knownDevice(ctx: WriteContext, accountId: string, mark: string | undefined): string | undefined {
  if (mark !== undefined && isKnownDevice(ctx.secret, mark, accountId)) return `mark ${mark}`;
  if (ctx.viewer?.accountId === accountId && ctx.tokenHash) return `session ${ctx.tokenHash.toString("hex")}`;
  return undefined;
}

async function refuse(ctx: WriteContext, accountId: string | undefined): Promise<never> {
  const actor = accountId === undefined ? ({ kind: "system" } as const) : ({ kind: "account", accountId } as const);
  await recordAudit(ctx.db, ctx, actor, "account.login-failed");
  throw new AppError("invalid-credentials");
}
