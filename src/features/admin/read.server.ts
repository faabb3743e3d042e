import { sql } from "kysely";
import type { Reader } from "#db/connect.ts";
import type { Admin } from "#server/context.ts";
import { isLive } from "./rules.ts";
import type { AdminSessions, AdminView } from "./schema.ts";

type AdminSession = { admin: Admin; sessionId: string; handleHash: Buffer | null; usedAt: Date };

/** The state of a presented token: bound to a live administrator session, bound to an ended one, or unbound. */
type AdminSessionState = { state: "live"; session: AdminSession } | { state: "ended" } | { state: "unbound" };

/** Looks up the token of a call. A cookie's token is worth nothing as a bearer and a bearer nothing as a cookie. */
export async function readAdminSession(
  db: Reader,
  tokenHash: Buffer,
  kind: "browser" | "client",
  now: Date,
): Promise<AdminSessionState> {
  const row = await db
    .selectFrom("admin_token")
    .innerJoin("admin_session", "admin_session.public_id", "admin_token.session_id")
    .innerJoin("admin", "admin.id", "admin_session.admin_id")
    .select([
      "admin.id",
      "admin.email",
      "admin_session.public_id",
      "admin_session.handle_hash",
      "admin_session.used_at",
      "admin_session.expires_at",
      "admin_session.ended_at",
    ])
    .where("admin_token.token_hash", "=", tokenHash)
    .where("admin_session.kind", "=", kind)
    .executeTakeFirst();
  if (!row) return { state: "unbound" };
  if (!isLive({ usedAt: row.used_at, expiresAt: row.expires_at, endedAt: row.ended_at }, now))
    return { state: "ended" };
  return {
    state: "live",
    session: {
      admin: { adminId: row.id, email: row.email },
      sessionId: row.public_id,
      handleHash: row.handle_hash,
      usedAt: row.used_at,
    },
  };
}

export async function readAdmin(db: Reader, adminId: string): Promise<AdminView> {
  const row = await db
    .selectFrom("admin")
    .select(["id", "email", "totp_enabled"])
    .where("id", "=", adminId)
    .executeTakeFirstOrThrow();
  return { _id: row.id, email: row.email, totp: row.totp_enabled };
}

export type FirstSteps = { hasTotp: boolean; hasCode: boolean };

/** What an administrator has done on an empty site; undefined once somebody has saved a pipeline. */
export async function readFirstSteps(db: Reader, adminId: string): Promise<FirstSteps | undefined> {
  const { rows } = await sql<FirstSteps & { hasPeople: boolean }>`
    select exists (select from profile where created) as "hasPeople",
      exists (select from early_access_code) as "hasCode",
      exists (select from admin where id = ${adminId} and totp_enabled) as "hasTotp"`.execute(db);
  const [row] = rows;
  return row === undefined || row.hasPeople ? undefined : { hasTotp: row.hasTotp, hasCode: row.hasCode };
}

export async function readAdminSessions(
  db: Reader,
  adminId: string,
  currentId: string | undefined,
  now: Date,
): Promise<AdminSessions> {
  const rows = await db
    .selectFrom("admin_session")
    .selectAll()
    .where("admin_id", "=", adminId)
    .where("ended_at", "is", null)
    .where("expires_at", ">", now)
    .orderBy("used_at", "desc")
    .limit(100)
    .execute();
  const live = rows.filter((row) => isLive({ usedAt: row.used_at, expiresAt: row.expires_at, endedAt: null }, now));
  return {
    sessions: live.map((row) => ({
      _id: row.public_id,
      kind: row.kind,
      device: row.device,
      created: row.created_at.toISOString(),
      used: row.used_at.toISOString(),
      expires: row.expires_at.toISOString(),
      current: row.public_id === currentId,
    })),
  };
}
