import { timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import type { AppEnv } from "./context.ts";
import { keyedHash } from "./ids.ts";
import { SiteCookie } from "./site-cookie.ts";

const FORM = /^([0-9a-f]{24})\.([0-9a-z]{1,9})\.([A-Za-z0-9_-]{43})$/;

function sign(secret: Buffer, body: string): Buffer {
  return keyedHash(secret, "access", body);
}

const COOKIE = new SiteCookie("earlyAccess", "Lax");

/** Makes the cookie's content: the code that let the browser in, the end of its validity, and our signature. */
function sealAccess(secret: Buffer, codeId: string, until: Date): string {
  const body = `${codeId}.${Math.floor(until.getTime() / 1_000).toString(36)}`;
  return `${body}.${sign(secret, body).toString("base64url")}`;
}

/** Reads the code's public id from the cookie. Undefined if we did not sign it or it has expired. */
function openAccess(secret: Buffer, text: string, now: Date): string | undefined {
  const match = FORM.exec(text);
  if (!match) return undefined;
  const [, codeId = "", until = "", signature = ""] = match;
  if (!timingSafeEqual(sign(secret, `${codeId}.${until}`), Buffer.from(signature, "base64url"))) return undefined;
  return Number.parseInt(until, 36) * 1_000 > now.getTime() ? codeId : undefined;
}

export function readAccessCookie(c: Context<AppEnv>): string | undefined {
  const held = COOKIE.read(c);
  return held === undefined ? undefined : openAccess(c.var.services.secret, held, c.var.now);
}

/** @param seconds how long the cookie is valid */
export function setAccessCookie(c: Context<AppEnv>, codeId: string, seconds: number): void {
  const { services, now } = c.var;
  const until = new Date(now.getTime() + seconds * 1_000);
  COOKIE.set(c, sealAccess(services.secret, codeId, until), seconds);
}
