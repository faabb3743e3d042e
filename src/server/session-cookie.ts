import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { AppEnv } from "./context.ts";
import { TOKEN_LIFE } from "./token.ts";

/** Over TLS the `__Host-` prefix keeps subdomains from planting one; plain http (a laptop) cannot have it. */
export function tokenCookieName(secure: boolean): string {
  return secure ? "__Host-token" : "token";
}

function nameOf(c: Context<AppEnv>): string {
  return tokenCookieName(c.var.services.config.secure);
}

export function readTokenCookie(c: Context<AppEnv>): string | undefined {
  return getCookie(c, nameOf(c));
}

export function setTokenCookie(c: Context<AppEnv>, token: string): void {
  setCookie(c, nameOf(c), token, {
    httpOnly: true,
    secure: c.var.services.config.secure,
    sameSite: "Lax",
    path: "/",
    maxAge: TOKEN_LIFE / 1_000,
  });
}

export function clearTokenCookie(c: Context<AppEnv>): void {
  deleteCookie(c, nameOf(c), { path: "/", secure: c.var.services.config.secure });
}
