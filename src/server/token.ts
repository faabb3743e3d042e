import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { DAY_MS, MINUTE_MS } from "#core/calendar.ts";
import { keyedHash } from "./ids.ts";

/** How long a token lives at most, and how long it may stay unused once it is bound. */
export const TOKEN_LIFE_MS = 30 * DAY_MS;
export const TOKEN_IDLE_MS = 14 * DAY_MS;

/** A presented token. The database knows only its hash. */
export type Token = { hash: Buffer; expiresAt: Date };

function sign(secret: Buffer, body: string): Buffer {
  return keyedHash(secret, "token", body).subarray(0, 16);
}

/**
 * A fresh token without rights: 32 random bytes, the minute of issue and our signature. It has no row until a sign-in
 * binds it. So visitors cost the database nothing and cannot fill it.
 */
export function issueToken(secret: Buffer, now: Date): string {
  const body = `${randomBytes(32).toString("base64url")}.${Math.floor(now.getTime() / MINUTE_MS).toString(36)}`;
  return `${body}.${sign(secret, body).toString("base64url")}`;
}

const FORM = /^([A-Za-z0-9_-]{43}\.([0-9a-z]{1,8}))\.([A-Za-z0-9_-]{22})$/;

/** Reads a token. Undefined if we did not issue it or it has expired. */
export function readToken(secret: Buffer, text: string, now: Date): Token | undefined {
  const match = FORM.exec(text);
  if (!match) return undefined;
  const [, body = "", minute = "", signature = ""] = match;
  if (!timingSafeEqual(sign(secret, body), Buffer.from(signature, "base64url"))) return undefined;
  const expiresAt = new Date(Number.parseInt(minute, 36) * MINUTE_MS + TOKEN_LIFE_MS);
  if (!(expiresAt > now)) return undefined;
  return { hash: createHash("sha256").update(text).digest(), expiresAt };
}

const ACCESS_FORM = /^pipelines_([A-Za-z0-9_-]{43})_([A-Za-z0-9_-]{22})$/;

function signAccess(secret: Buffer, body: string): Buffer {
  return keyedHash(secret, "access-token", body).subarray(0, 16);
}

/**
 * A personal access token. Its prefix lets scanners find leaked ones. It is signed, so that invalid ones cost no query.
 */
export function issueAccessToken(secret: Buffer): { text: string; hash: Buffer } {
  const body = randomBytes(32).toString("base64url");
  const text = `pipelines_${body}_${signAccess(secret, body).toString("base64url")}`;
  return { text, hash: createHash("sha256").update(text).digest() };
}

/** The SHA-256 of an access token that we issued; undefined for any other text. The database knows its end. */
export function readAccessToken(secret: Buffer, text: string): Buffer | undefined {
  const [, body, signature] = ACCESS_FORM.exec(text) ?? [];
  if (body === undefined || signature === undefined) return undefined;
  if (!timingSafeEqual(signAccess(secret, body), Buffer.from(signature, "base64url"))) return undefined;
  return createHash("sha256").update(text).digest();
}

/** The handle that GET /api/token returns to a browser with the cookie. It works only together with the cookie. */
export function browserHandle(secret: Buffer, cookie: string): string {
  return `b.${keyedHash(secret, "handle", cookie).toString("base64url")}`;
}

/** Links an account to its profile. Needs the key, which is not in the database. */
export function ownerKey(secret: Buffer, accountId: string): Buffer {
  return keyedHash(secret, "owner", accountId);
}
