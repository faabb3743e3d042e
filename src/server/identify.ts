import type { Context, MiddlewareHandler } from "hono";
import { isDatabaseAway } from "#db/database-away.ts";
import { ADMIN_COOKIE } from "./admin-cookie.ts";
import type { Admin, AdminSession, AppEnv, Viewer } from "./context.ts";
import { isSameOrigin } from "./request-guard.ts";
import { TOKEN_COOKIE } from "./session-cookie.ts";
import { isPagePath } from "./request-path.ts";
import { readAccessToken, readToken, type Token } from "./token.ts";

type Found =
  | { state: "live"; viewer: Viewer; usedAt: Date; scope: AppEnv["Variables"]["scope"] }
  | { state: "ended" }
  | { state: "unbound" };

/** Looks up a token and records its use. A slice provides it through the wiring. */
type SessionLookup = {
  find: (token: Token, now: Date) => Promise<Found>;
  touch: (token: Token, now: Date) => Promise<void>;
};

type FoundAdmin =
  | { state: "live"; admin: Admin; session: AdminSession; usedAt: Date }
  | { state: "ended" }
  | { state: "unbound" };

/** The same for administrators. Their sessions are separate, so that no rights pass from one kind to the other. */
type AdminLookup = {
  find: (token: Token, kind: "browser" | "client", now: Date) => Promise<FoundAdmin>;
  touch: (sessionId: string, now: Date) => Promise<void>;
};

/** Waits for the record that a session was used. Ignores a read-only database, so that people can still read. */
async function ignoreReadOnly(touched: Promise<void>): Promise<void> {
  try {
    await touched;
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
  }
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/** A personal access token identifies its owner in API calls only: not on pages, and never as an administrator. */
async function identifyAccessToken(c: Context<AppEnv>, sessions: SessionLookup, text: string): Promise<void> {
  const { services, now } = c.var;
  const hash = readAccessToken(services.secret, text);
  if (!hash) return;
  const token = { hash, expiresAt: now };
  const found = await sessions.find(token, now);
  if (found.state !== "live" || found.scope === undefined) return;
  c.set("token", token);
  c.set("tokenFrom", "bearer");
  c.set("viewer", found.viewer);
  c.set("scope", found.scope);
  if (now.getTime() - found.usedAt.getTime() > HOUR) await ignoreReadOnly(sessions.touch(token, now));
}

/** Finds out who calls, by a valid cookie or else by the bearer token. An invalid or ended token is ignored. */
export function identify(sessions: SessionLookup, admins: AdminLookup): MiddlewareHandler<AppEnv> {
  const setAdmin = async (c: Context<AppEnv>, found: FoundAdmin): Promise<void> => {
    if (found.state !== "live") return;
    c.set("admin", found.admin);
    c.set("adminSession", found.session);
    const { now } = c.var;
    if (now.getTime() - found.usedAt.getTime() > MINUTE) await ignoreReadOnly(admins.touch(found.session.id, now));
  };
  return async (c, next) => {
    const { services, now } = c.var;
    c.set("token", undefined);
    c.set("tokenFrom", "none");
    c.set("viewer", undefined);
    c.set("scope", undefined);
    c.set("admin", undefined);
    c.set("adminSession", undefined);
    const cookie = TOKEN_COOKIE.read(c);
    const bearer = /^Bearer ([^\s]{1,200})$/.exec(c.req.header("authorization") ?? "")?.[1];
    // Ignore the cookie for requests from other sites' pages.
    const isForeign = c.req.header("origin") !== undefined && !isSameOrigin(c);
    for (const [from, text] of [
      ["cookie", isForeign ? undefined : cookie],
      ["bearer", bearer],
    ] as const) {
      const token = text === undefined ? undefined : readToken(services.secret, text, now);
      if (!token) continue;
      const found = await sessions.find(token, now);
      if (found.state === "ended") continue;
      const asAdmin = from === "bearer" ? await admins.find(token, "client", now) : undefined;
      // This token had only administrator's rights, and they have ended. Ignore it, so that the client gets a new one.
      if (found.state === "unbound" && asAdmin?.state === "ended") continue;
      if (asAdmin) await setAdmin(c, asAdmin);
      c.set("token", token);
      c.set("tokenFrom", from);
      if (found.state === "live") {
        c.set("viewer", found.viewer);
        if (now.getTime() - found.usedAt.getTime() > HOUR) await ignoreReadOnly(sessions.touch(token, now));
      }
      break;
    }
    if (c.var.token === undefined && bearer !== undefined && !isPagePath(c.req.path)) {
      await identifyAccessToken(c, sessions, bearer);
    }
    // For changes, accept the administrator's cookie only if the browser says that our own page sends the request.
    const adminCookie = ADMIN_COOKIE.read(c);
    const isOurs = SAFE.has(c.req.method) ? !isForeign : isSameOrigin(c);
    if (adminCookie !== undefined && isOurs && c.var.tokenFrom !== "bearer") {
      const token = readToken(services.secret, adminCookie, now);
      if (token) await setAdmin(c, await admins.find(token, "browser", now));
    }
    await next();
  };
}
