import { createHmac } from "node:crypto";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { AppEnv } from "./context.ts";

/** The cookie of an administrator's session. Links on other sites never make a browser send it. */
function adminCookieName(secure: boolean): string {
  return secure ? "__Host-admin" : "admin";
}

function nameOf(c: Context<AppEnv>): string {
  return adminCookieName(c.var.services.config.secure);
}

export function readAdminCookie(c: Context<AppEnv>): string | undefined {
  return getCookie(c, nameOf(c));
}

/** @param life milliseconds */
export function setAdminCookie(c: Context<AppEnv>, token: string, life: number): void {
  setCookie(c, nameOf(c), token, {
    httpOnly: true,
    secure: c.var.services.config.secure,
    sameSite: "Strict",
    path: "/",
    maxAge: life / 1_000,
  });
}

export function clearAdminCookie(c: Context<AppEnv>): void {
  deleteCookie(c, nameOf(c), { path: "/", secure: c.var.services.config.secure });
}

/** The handle that a login in a browser returns. It works only together with the cookie. */
export function adminBrowserHandle(secret: Buffer, cookie: string): string {
  return `b.${createHmac("sha256", secret).update(`admin-handle:${cookie}`).digest("base64url")}`;
}
