import type { MiddlewareHandler } from "hono";
import { AppError } from "#core/errors.ts";
import type { AppEnv } from "./context.ts";
import { isLookup } from "./lookup-queue.ts";
import { LIMITS, type Limit } from "./rate-limit.ts";

/** These are always answered: a monitor that is refused would take the process for dead. */
export const PROBES: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** Files and pictures. A page requests dozens of them. */
export const FILES =
  /^\/(?:assets|logos|company-logos|monogram|pictures)\/|^\/(?:favicon\.(?:svg|ico)|manifest\.webmanifest|shared-files\.js)$|^\/icon-/;

/** The routes of files that every site serves. */
export const FILE_PATHS = [
  "/assets/*",
  "/logos/*",
  "/favicon.svg",
  "/favicon.ico",
  "/icon-*",
  "/manifest.webmanifest",
  "/shared-files.js",
] as const;

type Asked = { method: string; path: string; search: string };

/** The limit that a request counts against; undefined for probes. Every other path has one, known or not. */
export function limitOf({ method, path, search }: Asked, isSignedIn: boolean, hasScope = false): Limit | undefined {
  if (PROBES.has(path)) return undefined;
  if (hasScope) return LIMITS.accessToken;
  if (FILES.test(path)) return LIMITS.files;
  if (isLookup(method, path, search)) return LIMITS.lookup;
  if (path.startsWith("/api/")) return isSignedIn ? LIMITS.signedIn : LIMITS.visitor;
  return LIMITS.pages;
}

/**
 * Counts every request before anything is read or rendered for it. It runs after the caller is identified: API calls
 * and look-ups of signed-in people are counted for their account, everything else for the client's address.
 * @throws AppError too-many-requests with the seconds to wait
 */
export const limitRequests: MiddlewareHandler<AppEnv> = async (c, next) => {
  const known = c.var.viewer?.accountId ?? c.var.admin?.adminId;
  const asked = { method: c.req.method, path: c.req.path, search: new URL(c.req.url).search };
  // A program with an access token has its own allowance, so it does not use up its owner's.
  const limit = limitOf(asked, known !== undefined, c.var.scope !== undefined);
  if (limit !== undefined) {
    const isPersonal = limit === LIMITS.signedIn || limit === LIMITS.accessToken || limit === LIMITS.lookup;
    const who = isPersonal && known !== undefined ? known : c.var.address;
    c.set("allowance", { limit, who });
    const wait = await c.var.services.limiter.take(limit, who, c.var.now.getTime());
    if (wait > 0) throw new AppError("too-many-requests", { retryAfter: wait });
  }
  await next();
};
