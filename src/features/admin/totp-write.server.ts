import { MINUTE_MS } from "#core/calendar.ts";
import { AppError } from "#core/errors.ts";
import type { Trx } from "#db/connect.ts";
import { recordAudit } from "#features/audit/write.server.ts";
import type { AdminContext } from "#server/context.ts";
import { verifyPassword } from "#server/password.ts";
import { endAdminSessions, useCode } from "./session-write.server.ts";
import { newTotp, sealTotp } from "./totp.server.ts";

/**
 * An authenticator app can be set up only within this time after a login. Otherwise somebody with a stolen session could
 * set up an app of their own, and lock the administrator out.
 */
const FRESH_LOGIN_MS = 10 * MINUTE_MS;

async function requireFreshLogin(trx: Trx, ctx: AdminContext, sessionId: string): Promise<void> {
  const session = await trx
    .selectFrom("admin_session")
    .select("created_at")
    .where("public_id", "=", sessionId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  const isFresh = session !== undefined && ctx.now.getTime() - session.created_at.getTime() <= FRESH_LOGIN_MS;
  if (isFresh) return;
  const message = "Log out and in again. Then set up the app within ten minutes.";
  throw new AppError("not-proven", { message });
}

async function lockAdmin(trx: Trx, adminId: string) {
  return trx
    .selectFrom("admin")
    .select(["id", "email", "password_hash", "totp_enabled", "totp_secret"])
    .where("id", "=", adminId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/**
 * A new secret for the authenticator app. Codes are required only after a first code has shown that the app has the
 * secret.
 * @throws AppError bad-request if a second factor is already in use; not-proven if the login was long ago
 */
export async function beginTotp(ctx: AdminContext, sessionId: string): Promise<{ secret: string; uri: string }> {
  return ctx.db.transaction().execute(async (trx) => {
    const admin = await lockAdmin(trx, ctx.admin.adminId);
    if (admin.totp_enabled) throw new AppError("bad-request", { message: "Remove the present app first." });
    await requireFreshLogin(trx, ctx, sessionId);
    const made = newTotp(admin.email);
    await trx
      .updateTable("admin")
      .set({ totp_secret: sealTotp(ctx.secret, admin.id, made.secret), totp_step: 0 })
      .where("id", "=", admin.id)
      .execute();
    return made;
  });
}

/**
 * Switches the second factor on. Ends other sessions, which began without it.
 * @throws AppError incorrect-code; bad-request if setting up was not begun
 */
export async function confirmTotp(ctx: AdminContext, sessionId: string, code: string): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const admin = await lockAdmin(trx, ctx.admin.adminId);
    if (!admin.totp_secret || admin.totp_enabled)
      throw new AppError("bad-request", { message: "There is no app to confirm. Begin anew." });
    if (!(await useCode(trx, ctx, admin, code))) throw new AppError("incorrect-code");
    await trx.updateTable("admin").set({ totp_enabled: true }).where("id", "=", admin.id).execute();
    await endAdminSessions(trx, ctx.now, admin.id, sessionId);
    await recordAudit(trx, ctx, { actor: { kind: "admin", adminId: admin.id }, action: "admin.totp-on" });
  });
}

/**
 * Switches the second factor off.
 * @throws AppError invalid-credentials for a wrong password or code, or if there is no second factor
 */
export async function removeTotp(ctx: AdminContext, input: { password: string; code: string }): Promise<void> {
  const known = await ctx.db
    .selectFrom("admin")
    .select("password_hash")
    .where("id", "=", ctx.admin.adminId)
    .executeTakeFirst();
  const isRight = await verifyPassword(input.password, known?.password_hash);
  await ctx.db.transaction().execute(async (trx) => {
    const admin = await lockAdmin(trx, ctx.admin.adminId);
    const isSame = isRight && admin.password_hash === known?.password_hash && admin.totp_enabled;
    if (!isSame || !(await useCode(trx, ctx, admin, input.code))) throw new AppError("invalid-credentials");
    await trx.updateTable("admin").set({ totp_enabled: false, totp_secret: null }).where("id", "=", admin.id).execute();
    await recordAudit(trx, ctx, { actor: { kind: "admin", adminId: admin.id }, action: "admin.totp-off" });
  });
}
