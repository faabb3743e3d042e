import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { AppEnv } from "./context.ts";
import { isKnownDevice, issueDeviceMark } from "./known-device.ts";
import { TOKEN_LIFE_MS } from "./token.ts";

const DEVICE_LIFE_SECONDS = 180 * 86_400;

/** With TLS, the `__Host-` prefix prevents subdomains from setting the cookie. Plain http does not allow the prefix. */
export function tokenCookieName(secure: boolean): string {
  return cookieName("token", secure);
}

function cookieName(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name;
}

function nameOf(c: Context<AppEnv>): string {
  return tokenCookieName(c.var.services.config.secure);
}

function deviceName(c: Context<AppEnv>): string {
  return cookieName("device", c.var.services.config.secure);
}

export function readTokenCookie(c: Context<AppEnv>): string | undefined {
  return getCookie(c, nameOf(c));
}

function keep(c: Context<AppEnv>, name: string, value: string, seconds: number): void {
  setCookie(c, name, value, {
    httpOnly: true,
    secure: c.var.services.config.secure,
    sameSite: "Lax",
    path: "/",
    maxAge: seconds,
  });
}

export function setTokenCookie(c: Context<AppEnv>, token: string): void {
  keep(c, nameOf(c), token, TOKEN_LIFE_MS / 1_000);
}

export function clearTokenCookie(c: Context<AppEnv>): void {
  deleteCookie(c, nameOf(c), { path: "/", secure: c.var.services.config.secure });
}

/** Reads the mark of a device that was signed in before. See known-device.ts. */
export function readDeviceCookie(c: Context<AppEnv>): string | undefined {
  return getCookie(c, deviceName(c));
}

/**
 * Sets the cookies after a sign-in in a browser: the session, and the mark that identifies the device after a logout.
 * @param cookie undefined for an API client, which holds its own token
 */
export function keepSignIn(c: Context<AppEnv>, cookie: string | undefined, accountId: string): void {
  if (cookie === undefined) return;
  setTokenCookie(c, cookie);
  keepDevice(c, accountId);
}

export function keepDevice(c: Context<AppEnv>, accountId: string): void {
  const { secret } = c.var.services;
  const held = readDeviceCookie(c);
  const isKnown = held !== undefined && isKnownDevice(secret, held, accountId);
  keep(c, deviceName(c), isKnown ? held : issueDeviceMark(secret, accountId), DEVICE_LIFE_SECONDS);
}

export function clearDeviceCookie(c: Context<AppEnv>): void {
  deleteCookie(c, deviceName(c), { path: "/", secure: c.var.services.config.secure });
}
