import { calendarDay, HOUR_MS } from "#core/calendar.ts";
import type { Reader } from "#db/connect.ts";
import type { Viewer } from "#server/context.ts";
import { ownerKey, TOKEN_IDLE_MS } from "#server/token.ts";
import type { Scope } from "./rules.ts";
import type { AccessTokenView, SessionView, User } from "./schema.ts";

/** The state of a token: belongs to a person, has ended (refuse it), or no sign-in has bound it. Access tokens have a scope. */
type SessionState =
  | { state: "live"; viewer: Viewer; usedAt: Date; scope: Scope | undefined }
  | { state: "ended" }
  | { state: "unbound" };

export async function readSession(db: Reader, secret: Buffer, tokenHash: Buffer, now: Date): Promise<SessionState> {
  const row = await db
    .selectFrom("session")
    .leftJoin("account", "account.id", "session.account_id")
    .select(["used_at", "expires_at", "ended_at", "scope", "former_ids", "created_at", "account.id", "account.email"])
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  if (!row) return { state: "unbound" };
  const isIdle = row.scope === null && row.used_at.getTime() + TOKEN_IDLE_MS <= now.getTime();
  if (row.ended_at !== null || row.expires_at <= now || isIdle) return { state: "ended" };
  // No account: it was deleted. The row stays until the token expires, so that the token is refused.
  if (row.id === null || row.email === null) return { state: "ended" };
  const viewer = await readViewer(db, secret, row.id, row.email);
  if (!viewer || row.created_at <= viewer.sessionsFrom) return { state: "ended" };
  const scope = row.scope ?? undefined;
  return { state: "live", viewer: { ...viewer, formerIds: row.former_ids }, usedAt: row.used_at, scope };
}

/** Is the profile of this account suspended? The secret is needed because no table ties accounts to profiles. */
export async function isSuspended(db: Reader, secret: Buffer, accountId: string): Promise<boolean> {
  const profile = await db
    .selectFrom("profile")
    .select("suspended")
    .where("owner_key", "=", ownerKey(secret, accountId))
    .executeTakeFirst();
  return profile?.suspended === true;
}

/**
 * Finds the profile of an account with the installation's secret. Undefined for a suspended profile. Every session and
 * every sign-in calls this, so suspending a profile ends its sessions without a change to them.
 */
export async function readViewer(
  db: Reader,
  secret: Buffer,
  accountId: string,
  email: string,
): Promise<Viewer | undefined> {
  const profile = await db
    .selectFrom("profile")
    .select(["id", "public_id", "created", "username", "sessions_from"])
    .where("owner_key", "=", ownerKey(secret, accountId))
    .where("suspended", "=", false)
    .executeTakeFirst();
  return (
    profile && {
      accountId,
      email,
      profileKey: profile.id,
      profileId: profile.public_id,
      profileCreated: profile.created,
      username: profile.username ?? "",
      sessionsFrom: profile.sessions_from ?? new Date(0),
    }
  );
}

export function toUser({ email, profileId, profileCreated, username }: Viewer): User {
  return { _id: profileId, email, profileId, profileCreated, username };
}

/** The beginning of the hour, in ISO 8601. */
export function hourOf(time: Date): string {
  return new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS).toISOString();
}

/** The live sessions of an account, last used first. */
export async function readSessions(
  db: Reader,
  input: { viewer: Viewer; tokenHash: Buffer | undefined; now: Date },
): Promise<SessionView[]> {
  const { viewer, tokenHash, now } = input;
  const rows = await db
    .selectFrom("session")
    .select(["public_id", "token_hash", "device", "kind", "created_at", "used_at"])
    .where("account_id", "=", viewer.accountId)
    .where("created_at", ">", viewer.sessionsFrom)
    .where("kind", "<>", "access-token")
    .$narrowType<{ kind: SessionView["kind"] }>()
    .where("ended_at", "is", null)
    .where("expires_at", ">", now)
    .where("used_at", ">", new Date(now.getTime() - TOKEN_IDLE_MS))
    .orderBy("used_at", "desc")
    .orderBy("public_id")
    .execute();
  return rows.map((row) => ({
    _id: row.public_id,
    device: row.device,
    kind: row.kind,
    createdOn: calendarDay(row.created_at),
    lastUsed: hourOf(row.used_at),
    current: tokenHash !== undefined && row.token_hash.equals(tokenHash),
  }));
}

/** The live access tokens of an account, the first made first. */
export async function readAccessTokens(
  db: Reader,
  { viewer, now }: { viewer: Viewer; now: Date },
): Promise<AccessTokenView[]> {
  const rows = await db
    .selectFrom("session")
    .select(["public_id", "device", "scope", "created_at", "used_at", "expires_at"])
    .where("account_id", "=", viewer.accountId)
    .where("created_at", ">", viewer.sessionsFrom)
    .where("kind", "=", "access-token")
    .where("ended_at", "is", null)
    .where("expires_at", ">", now)
    .orderBy("created_at")
    .orderBy("public_id")
    .$narrowType<{ scope: Scope }>()
    .execute();
  return rows.map((row) => ({
    _id: row.public_id,
    name: row.device,
    scope: row.scope,
    createdOn: calendarDay(row.created_at),
    expiresOn: calendarDay(row.expires_at),
    lastUsed: row.used_at.getTime() === 0 ? "" : hourOf(row.used_at),
  }));
}
