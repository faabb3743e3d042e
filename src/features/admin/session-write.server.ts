import { sql } from "kysely";
import { createHash, randomBytes } from "node:crypto";
import { emailKey } from "#core/email.ts";
import { AppError } from "#core/errors.ts";
import type { Trx } from "#db/connect.ts";
import { deleteInBatches } from "#db/in-batches.ts";
import { recordAudit } from "#features/audit/write.server.ts";
import type { Binding } from "#server/binding.ts";
import type { AdminContext, WriteContext } from "#server/context.ts";
import { newPublicId } from "#server/ids.ts";
import { isKnownDevice } from "#server/known-device.ts";
import { beginTry, endTry, failureKey } from "#server/login-failures.ts";
import { verifyPassword } from "#server/password.ts";
import { TOKEN_LIFE_MS } from "#server/token.ts";
import { ADMIN_IDLE_MS, ADMIN_LIFE_MS, TOKENS_PER_SESSION } from "./rules.ts";
import { lastStep, openTotp, stepOfCode } from "./totp.server.ts";

export function hashHandle(handle: string): Buffer {
  return createHash("sha256").update(`admin-handle:${handle}`).digest();
}

type AdminLogin = { email: string; password: string; code: string | undefined; factor: number };
type Entered = { adminId: string; handle: string | undefined };
/** `replaces` is the session that ends with this login. */
type AdminBinding = Pick<Binding, "token" | "kind"> & { replaces: string | undefined; device: string };

/** Replaces an administrator for unknown e-mails. */
const NOBODY = "0".repeat(24);

/**
 * True if the mark was issued at a login of the administrator with this e-mail. Tries from such a device are counted
 * apart, so that strangers cannot use up the administrator's tries.
 */
export async function isKnownAdminDevice(
  { db, secret }: Pick<WriteContext, "db" | "secret">,
  email: string,
  mark: string | undefined,
): Promise<boolean> {
  if (mark === undefined) return false;
  const admin = await db.selectFrom("admin").select("id").where("email_key", "=", emailKey(email)).executeTakeFirst();
  return isKnownDevice(secret, mark, admin?.id ?? NOBODY);
}

/**
 * Signs an administrator in. An unknown e-mail, a wrong password and a wrong code give the same error in the same time.
 * Each further failure makes the address, or the known device, wait longer.
 * @param knownDevice its mark; undefined for any other device
 * @returns the administrator, and an API client's handle; undefined in a browser, which has its cookie
 * @throws AppError invalid-credentials; totp-needed after the right password; too-many-requests
 */
export async function logInAdmin(
  ctx: WriteContext,
  input: AdminLogin,
  binding: AdminBinding,
  knownDevice: string | undefined,
): Promise<Entered> {
  const from = knownDevice === undefined ? { address: ctx.address } : { device: `mark ${knownDevice}` };
  // Counted apart from an account that has the same e-mail.
  const tries = failureKey(ctx.secret, `admin ${input.email}`, from);
  await beginTry(ctx, tries, input.factor);
  const admin = await ctx.db
    .selectFrom("admin")
    .select(["id", "password_hash", "totp_enabled"])
    .where("email_key", "=", emailKey(input.email))
    .executeTakeFirst();
  const isRight = await verifyPassword(input.password, admin?.password_hash);
  if (admin && isRight) {
    if (admin.totp_enabled && input.code === undefined) throw new AppError("totp-needed");
    const opened = await openSession(ctx, admin, input.code, binding);
    if (opened) {
      await endTry(ctx, tries);
      return { adminId: admin.id, handle: opened.handle };
    }
  }
  await recordAudit(ctx.db, ctx, { actor: { kind: "system" }, action: "admin.login-failed", target: admin?.id ?? "" });
  throw new AppError("invalid-credentials");
}

/** Undefined for a wrong code, or if the password was changed since it was compared. */
async function openSession(
  ctx: WriteContext,
  known: { id: string; password_hash: string },
  code: string | undefined,
  binding: AdminBinding,
): Promise<{ handle: string | undefined } | undefined> {
  return ctx.db.transaction().execute(async (trx) => {
    const admin = await trx
      .selectFrom("admin")
      .select(["id", "totp_enabled", "totp_secret"])
      .where("id", "=", known.id)
      .where("password_hash", "=", known.password_hash)
      .forUpdate()
      .executeTakeFirst();
    if (!admin) return undefined;
    if (admin.totp_enabled && !(await useCode(trx, ctx, admin, code ?? ""))) return undefined;
    if (binding.replaces !== undefined) await endAdminSession(trx, ctx.now, binding.replaces);
    const handle = binding.kind === "client" ? `a.${randomBytes(32).toString("base64url")}` : undefined;
    const sessionId = newPublicId();
    await trx
      .insertInto("admin_session")
      .values({
        public_id: sessionId,
        admin_id: admin.id,
        kind: binding.kind,
        device: binding.device,
        handle_hash: handle === undefined ? null : hashHandle(handle),
        created_at: ctx.now,
        used_at: ctx.now,
        expires_at: new Date(ctx.now.getTime() + ADMIN_LIFE_MS),
        ended_at: null,
      })
      .execute();
    await addToken(trx, ctx, sessionId, binding.token.hash);
    await recordAudit(trx, ctx, {
      actor: { kind: "admin", adminId: admin.id },
      action: "admin.login",
      detail: { kind: binding.kind, totp: admin.totp_enabled },
    });
    return { handle };
  });
}

/** Accepts a code of the authenticator app once: of two calls with the same code, one is refused. */
export async function useCode(
  trx: Trx,
  ctx: Pick<WriteContext, "secret" | "now">,
  admin: { id: string; totp_secret: Buffer | null },
  code: string,
): Promise<boolean> {
  if (!admin.totp_secret) return false;
  const step = stepOfCode(openTotp(ctx.secret, admin.id, admin.totp_secret), code, ctx.now);
  if (step === undefined) return false;
  const taken = await trx
    .updateTable("admin")
    .set({ totp_step: step })
    .where("id", "=", admin.id)
    // A stored step that is later than any code may be now is of a clock that has been set back since.
    .where((eb) => eb.or([eb("totp_step", "<", step), eb("totp_step", ">", lastStep(ctx.now))]))
    .returning("id")
    .executeTakeFirst();
  return taken !== undefined;
}

async function addToken(trx: Trx, ctx: Pick<WriteContext, "now">, sessionId: string, tokenHash: Buffer): Promise<void> {
  const row = { session_id: sessionId, created_at: ctx.now };
  await trx
    .insertInto("admin_token")
    .values({ ...row, token_hash: tokenHash })
    .onConflict((conflict) => conflict.column("token_hash").doUpdateSet(row))
    .execute();
  const oldest = await trx
    .selectFrom("admin_token")
    .select("token_hash")
    .where("session_id", "=", sessionId)
    .orderBy("created_at", "desc")
    .orderBy("token_hash")
    .offset(TOKENS_PER_SESSION)
    .execute();
  if (oldest.length === 0) return;
  const hashes = oldest.map((token) => token.token_hash);
  await trx.deleteFrom("admin_token").where("token_hash", "in", hashes).execute();
}

/**
 * Gives a fresh bearer token the rights of the session whose handle it shows, while that session lives. Any other
 * handle changes nothing.
 */
export async function redeemHandle(
  ctx: Pick<WriteContext, "db" | "now">,
  handle: string,
  tokenHash: Buffer,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const session = await trx
      .updateTable("admin_session")
      .set({ used_at: ctx.now })
      .where("handle_hash", "=", hashHandle(handle))
      .where("kind", "=", "client")
      .where("ended_at", "is", null)
      .where("expires_at", ">", ctx.now)
      .where("used_at", ">", new Date(ctx.now.getTime() - ADMIN_IDLE_MS))
      .returning("public_id")
      .executeTakeFirst();
    if (session) await addToken(trx, ctx, session.public_id, tokenHash);
  });
}

/** Notes that a session was used; callers do so at most once a minute. */
export async function touchAdminSession(ctx: Pick<WriteContext, "db" | "now">, sessionId: string): Promise<void> {
  await ctx.db.updateTable("admin_session").set({ used_at: ctx.now }).where("public_id", "=", sessionId).execute();
}

async function endAdminSession(trx: Trx, now: Date, sessionId: string): Promise<void> {
  await trx
    .updateTable("admin_session")
    .set({ ended_at: now })
    .where("public_id", "=", sessionId)
    .where("ended_at", "is", null)
    .execute();
}

/** Ends an administrator's sessions except the named one, in every process as soon as the transaction is committed. */
export async function endAdminSessions(trx: Trx, now: Date, adminId: string, exceptId?: string): Promise<number> {
  let change = trx
    .updateTable("admin_session")
    .set({ ended_at: now })
    .where("admin_id", "=", adminId)
    .where("ended_at", "is", null);
  if (exceptId !== undefined) change = change.where("public_id", "<>", exceptId);
  return Number((await change.executeTakeFirst()).numUpdatedRows);
}

export async function logOutAdmin(ctx: AdminContext, sessionId: string): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    await endAdminSession(trx, ctx.now, sessionId);
    await recordAudit(trx, ctx, { actor: { kind: "admin", adminId: ctx.admin.adminId }, action: "admin.logout" });
  });
}

/** Ends one of the administrator's own sessions. @throws AppError not-found for any other */
export async function revokeAdminSession(ctx: AdminContext, sessionId: string): Promise<void> {
  const { adminId } = ctx.admin;
  await ctx.db.transaction().execute(async (trx) => {
    const ended = await trx
      .updateTable("admin_session")
      .set({ ended_at: ctx.now })
      .where("public_id", "=", sessionId)
      .where("admin_id", "=", adminId)
      .where("ended_at", "is", null)
      .returning("public_id")
      .executeTakeFirst();
    if (!ended) throw new AppError("not-found");
    await recordAudit(trx, ctx, { actor: { kind: "admin", adminId }, action: "admin.session-ended" });
  });
}

export async function revokeOtherAdminSessions(ctx: AdminContext, currentId: string): Promise<void> {
  const { adminId } = ctx.admin;
  await ctx.db.transaction().execute(async (trx) => {
    const ended = await endAdminSessions(trx, ctx.now, adminId, currentId);
    await recordAudit(trx, ctx, {
      actor: { kind: "admin", adminId },
      action: "admin.sessions-ended",
      detail: { ended },
    });
  });
}

/** Deletes sessions once their tokens have expired; until then the rows keep the tokens refused. */
export async function deleteExpiredAdminSessions(ctx: Pick<WriteContext, "db" | "now">): Promise<void> {
  const oldest = new Date(ctx.now.getTime() - TOKEN_LIFE_MS);
  await deleteInBatches(ctx.db, { table: "admin_session", where: sql`created_at < ${oldest}` });
}

/** After a restore, as with people's sessions; the tokens go with them. */
export async function deleteAllAdminSessions(trx: Trx): Promise<void> {
  await trx.deleteFrom("admin_session").execute();
}
