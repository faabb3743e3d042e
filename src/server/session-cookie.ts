import type { Context } from "hono";
import type { AppEnv } from "./context.ts";
import { isKnownDevice, issueDeviceMark, readOwnerOfMarks } from "./known-device.ts";
import { SiteCookie } from "./site-cookie.ts";
import { TOKEN_LIFE_MS } from "./token.ts";

const DEVICE_LIFE_SECONDS = 180 * 86_400;

export const TOKEN_COOKIE = new SiteCookie("token", "Lax");

/** The mark of a device that was signed in before. See known-device.ts. */
export const DEVICE_COOKIE = new SiteCookie("device", "Lax");

export function setTokenCookie(c: Context<AppEnv>, token: string): void {
  TOKEN_COOKIE.set(c, token, TOKEN_LIFE_MS / 1_000);
}

/**
 * Sets the cookies after a sign-in in a browser: the session, and the mark that identifies the device after a logout.
 * @param cookie undefined for an API client, which holds its own token
 */
export async function keepSignIn(c: Context<AppEnv>, cookie: string | undefined, accountId: string): Promise<void> {
  if (cookie === undefined) return;
  setTokenCookie(c, cookie);
  await keepAccountDevice(c, accountId);
}

export async function keepAccountDevice(c: Context<AppEnv>, accountId: string): Promise<void> {
  keepDevice(c, await readOwnerOfMarks(c.var.services.db, accountId), DEVICE_COOKIE);
}

/** @param owner see known-device.ts */
export function keepDevice(c: Context<AppEnv>, owner: string, cookie: SiteCookie): void {
  const { secret } = c.var.services;
  const held = cookie.read(c);
  const isKnown = held !== undefined && isKnownDevice(secret, held, owner);
  cookie.set(c, isKnown ? held : issueDeviceMark(secret, owner), DEVICE_LIFE_SECONDS);
}
