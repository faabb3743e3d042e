import type { Reader } from "#db/connect.ts";
import type { Viewer } from "#server/context.ts";
import { ownerKey, TOKEN_IDLE } from "#server/token.ts";
import { readPasskeys } from "./passkey-read.server.ts";
import type { PasskeyView } from "./passkey-schema.ts";
import type { Account, SessionView, User } from "./schema.ts";

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
    .leftJoin("account", "account.id", "session.account_id")
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
  if (row.ended_at !== null || row.expires_at <= now || isIdle) return { state: "ended" };
  // Without an account: it was deleted, and its tokens stay refused for as long as they would have lived.
  if (row.id === null || row.email === null || row.suspended !== false) return { state: "ended" };
  const viewer = await readViewer(db, secret, row.id, row.email);
  return viewer ? { state: "live", session: { viewer, kind: row.kind, usedAt: row.used_at } } : { state: "ended" };
}

/**
 * Account and profile meet in this file and nowhere else that is read, by the key outside the database.
 * Undefined for somebody suspended: the mark is the profile's, which no account
 * can be found from, so that every session and every sign-in ends here.
 */
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

export async function readAccount(db: Reader, accountId: string): Promise<Account | undefined> {
  const row = await db
    .selectFrom("account")
    .select((eb) => [
      "email",
      "email_verified_at",
      "created_on",
      "broadcasts",
      eb("password_hash", "is not", null).as("has_password"),
      eb
        .selectFrom("network_identity")
        .select((inner) => inner.fn.countAll<number>().as("n"))
        .whereRef("account_id", "=", "account.id")
        .as("networks"),
      eb
        .selectFrom("passkey")
        .select((inner) => inner.fn.countAll<number>().as("n"))
        .whereRef("account_id", "=", "account.id")
        .as("passkeys"),
    ])
    .where("id", "=", accountId)
    .executeTakeFirst();
  return (
    row && {
      email: row.email,
      isEmailVerified: row.email_verified_at !== null,
      hasPassword: Boolean(row.has_password),
      createdOn: row.created_on,
      networks: row.networks ?? 0,
      passkeys: row.passkeys ?? 0,
      broadcasts: row.broadcasts,
    }
  );
}

const HOUR = 3_600_000;

/** The live sessions of an account, the last used first. */
export async function readSessions(
  db: Reader,
  input: { accountId: string; tokenHash: Buffer | undefined; now: Date },
): Promise<SessionView[]> {
  const { accountId, tokenHash, now } = input;
  const rows = await db
    .selectFrom("session")
    .select(["public_id", "token_hash", "device", "kind", "created_at", "used_at"])
    .where("account_id", "=", accountId)
    .where("ended_at", "is", null)
    .where("expires_at", ">", now)
    .where("used_at", ">", new Date(now.getTime() - TOKEN_IDLE))
    .orderBy("used_at", "desc")
    .orderBy("public_id")
    .execute();
  return rows.map((row) => ({
    _id: row.public_id,
    device: row.device,
    kind: row.kind,
    createdOn: row.created_at.toISOString().slice(0, 10),
    lastUsed: new Date(Math.floor(row.used_at.getTime() / HOUR) * HOUR).toISOString(),
    current: tokenHash !== undefined && row.token_hash.equals(tokenHash),
  }));
}

/** Everything the settings page shows; undefined for an account that is gone. */
export async function readSettings(
  db: Reader,
  input: { accountId: string; tokenHash: Buffer | undefined; now: Date },
): Promise<{ account: Account; sessions: SessionView[]; passkeys: PasskeyView[] } | undefined> {
  const [account, sessions, passkeys] = await Promise.all([
    readAccount(db, input.accountId),
    readSessions(db, input),
    readPasskeys(db, input.accountId),
  ]);
  return account && { account, sessions, passkeys };
}

/**
 * Of these e-mails, as they are compared, those whose account belongs to
 * somebody suspended. Only the profile is marked, and only the program, which
 * has the secret, can tell whose it is.
 */
export async function readSuspendedAmong(
  db: Reader,
  secret: Buffer,
  emailKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (emailKeys.length === 0) return new Set();
  const accounts = await db
    .selectFrom("account")
    .select(["id", "email_key"])
    .where("email_key", "in", [...emailKeys])
    .where("email_verified_at", "is not", null)
    .execute();
  const emailOf = new Map(accounts.map(({ id, email_key }) => [ownerKey(secret, id).toString("hex"), email_key]));
  if (emailOf.size === 0) return new Set();
  const owners = [...emailOf.keys()].map((owner) => Buffer.from(owner, "hex"));
  const marked = await db
    .selectFrom("profile")
    .select("owner_key")
    .where("owner_key", "in", owners)
    .where("suspended", "=", true)
    .execute();
  return new Set(marked.map(({ owner_key }) => emailOf.get(owner_key?.toString("hex") ?? "") ?? ""));
}

/** Owner keys of the accounts whose e-mail was confirmed by then; an installation's whole number of accounts, 32 bytes each. */
export async function readSettledOwners(db: Reader, secret: Buffer, before: Date): Promise<Buffer[]> {
  const rows = await db
    .selectFrom("account")
    .select("id")
    .where("email_verified_at", "<=", before)
    .where("suspended", "=", false)
    .execute();
  return rows.map((row) => ownerKey(secret, row.id));
}
