import type { Reader } from "#db/connect.ts";
import type { Viewer } from "#server/context.ts";
import { ownerKey, TOKEN_IDLE } from "#server/token.ts";
import type { User } from "./schema.ts";

export type Session = {
  viewer: Viewer;
  kind: "browser" | "client";
  usedAt: Date;
};

/** What is known of a presented token: bound to a person, ended (refuse it), or never used by a sign-in. */
export type SessionState = { state: "live"; session: Session } | { state: "ended" } | { state: "unbound" };

export async function readSession(db: Reader, secret: Buffer, tokenHash: Buffer, now: Date): Promise<SessionState> {
  const row = await db
    .selectFrom("session")
    .innerJoin("account", "account.id", "session.account_id")
    .select([
      "session.kind",
      "session.used_at",
      "session.expires_at",
      "session.ended_at",
      "account.id",
      "account.email",
      "account.suspended",
    ])
    .where("session.token_hash", "=", tokenHash)
    .executeTakeFirst();
  if (!row) return { state: "unbound" };
  const isIdle = row.used_at.getTime() + TOKEN_IDLE <= now.getTime();
  if (row.ended_at !== null || row.expires_at <= now || isIdle || row.suspended) return { state: "ended" };
  const viewer = await readViewer(db, secret, row.id, row.email);
  return viewer ? { state: "live", session: { viewer, kind: row.kind, usedAt: row.used_at } } : { state: "ended" };
}

/** Account and profile meet here and only here, by the key outside the database. */
export async function readViewer(
  db: Reader,
  secret: Buffer,
  accountId: string,
  email: string,
): Promise<Viewer | undefined> {
  const profile = await db
    .selectFrom("profile")
    .select(["id", "public_id", "created", "username"])
    .where("owner_key", "=", ownerKey(secret, accountId))
    .executeTakeFirst();
  return (
    profile && {
      accountId,
      email,
      profileKey: profile.id,
      profileId: profile.public_id,
      profileCreated: profile.created,
      username: profile.username ?? "",
    }
  );
}

export function toUser(viewer: Viewer): User {
  return {
    _id: viewer.profileId,
    email: viewer.email,
    profileId: viewer.profileId,
    profileCreated: viewer.profileCreated,
    username: viewer.username,
  };
}
