import type { Context, MiddlewareHandler } from "hono";
import { HOUR_MS, MINUTE_MS } from "#core/calendar.ts";
import { isDatabaseAway } from "#db/database-away.ts";
import { ADMIN_COOKIE } from "./admin-cookie.ts";
import type { Admin, AdminSession, AppEnv, Viewer } from "./context.ts";
import { isSameOrigin, SAFE_METHODS } from "./request-guard.ts";
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

type Live = Extract<Found, { state: "live" }>;

async function setViewer(c: Context<AppEnv>, sessions: SessionLookup, token: Token, found: Live): Promise<void> {
  c.set("viewer", found.viewer);
  const { now } = c.var;
  if (now.getTime() - found.usedAt.getTime() > HOUR_MS) await ignoreReadOnly(sessions.touch(token, now));
}

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
  c.set("scope", found.scope);
  await setViewer(c, sessions, token, found);
}

/** Finds out who calls, by a valid cookie or else by the bearer token. An invalid or ended token is ignored. */
export function identify(sessions: SessionLookup, admins: AdminLookup): MiddlewareHandler<AppEnv> {
  async function setAdmin(c: Context<AppEnv>, found: FoundAdmin): Promise<void> {
    if (found.state !== "live") return;
    c.set("admin", found.admin);
    c.set("adminSession", found.session);
    const { now } = c.var;
    if (now.getTime() - found.usedAt.getTime() > MINUTE_MS) await ignoreReadOnly(admins.touch(found.session.id, now));
  }

  /** @returns false for a text that is not a valid token of ours */
  async function accept(c: Context<AppEnv>, from: "cookie" | "bearer", text: string): Promise<boolean> {
    const { services, now } = c.var;
    const token = readToken(services.secret, text, now);
    if (!token) return false;
    const found = await sessions.find(token, now);
    if (found.state === "ended") return false;
    const asAdmin = from === "bearer" ? await admins.find(token, "client", now) : undefined;
    // This token had only administrator's rights, and they have ended. Ignore it, so that the client gets a new one.
    if (found.state === "unbound" && asAdmin?.state === "ended") return false;
    if (asAdmin) await setAdmin(c, asAdmin);
    c.set("token", token);
    c.set("tokenFrom", from);
    if (found.state === "live") await setViewer(c, sessions, token, found);
    return true;
  }

  return async (c, next) => {
    const { services, now } = c.var;
    c.set("token", undefined);
    c.set("tokenFrom", "none");
    c.set("viewer", undefined);
    c.set("scope", undefined);
    c.set("admin", undefined);
    c.set("adminSession", undefined);
    const bearer = /^Bearer ([^\s]{1,200})$/.exec(c.req.header("authorization") ?? "")?.[1];
    // Ignore the cookie for requests from other sites' pages.
    const isForeign = c.req.header("origin") !== undefined && !isSameOrigin(c);
    const cookie = isForeign ? undefined : TOKEN_COOKIE.read(c);
    const isByCookie = cookie !== undefined && (await accept(c, "cookie", cookie));
    if (!isByCookie && bearer !== undefined) {
      const isAccepted = await accept(c, "bearer", bearer);
      if (!isAccepted && !isPagePath(c.req.path)) await identifyAccessToken(c, sessions, bearer);
    }
    // For changes, accept the administrator's cookie only if the browser says that our own page sends the request.
    const adminCookie = ADMIN_COOKIE.read(c);
    const isOurs = SAFE_METHODS.has(c.req.method) ? !isForeign : isSameOrigin(c);
    if (adminCookie !== undefined && isOurs && c.var.tokenFrom !== "bearer") {
      const token = readToken(services.secret, adminCookie, now);
      if (token) await setAdmin(c, await admins.find(token, "browser", now));
    }
    await next();
  };
}
