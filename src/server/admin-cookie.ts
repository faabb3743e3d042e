import { keyedHash } from "./ids.ts";
import { SiteCookie } from "./site-cookie.ts";

/** An administrator's session. */
export const ADMIN_COOKIE = new SiteCookie("admin", "Strict");

/** Shows that an administrator has signed in on this device before. See known-device.ts. */
export const ADMIN_DEVICE_COOKIE = new SiteCookie("admin-device", "Strict");

/** The handle that a login in a browser returns. It works only together with the cookie. */
export function adminBrowserHandle(secret: Buffer, cookie: string): string {
  return `b.${keyedHash(secret, "admin-handle", cookie).toString("base64url")}`;
}
