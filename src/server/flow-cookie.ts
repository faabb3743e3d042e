import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { AppEnv } from "./context.ts";

/** The cookie with the sealed state of a network sign-in, until the person comes back. */
function nameOf(c: Context<AppEnv>): string {
  return c.var.services.config.secure ? "__Host-network" : "network";
}

export function readFlowCookie(c: Context<AppEnv>): string | undefined {
  return getCookie(c, nameOf(c));
}

/** @param life milliseconds */
export function setFlowCookie(c: Context<AppEnv>, sealed: string, life: number): void {
  setCookie(c, nameOf(c), sealed, {
    httpOnly: true,
    secure: c.var.services.config.secure,
    // Lax, because the person returns by a link from the network's site.
    sameSite: "Lax",
    path: "/",
    maxAge: life / 1_000,
  });
}

export function clearFlowCookie(c: Context<AppEnv>): void {
  deleteCookie(c, nameOf(c), { path: "/", secure: c.var.services.config.secure });
}
