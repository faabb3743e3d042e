import type { Context, MiddlewareHandler } from "hono";
import type { Config } from "./config.ts";
import type { AppEnv } from "./context.ts";

const METHODS = "GET,POST,PATCH,DELETE";
const ALLOWED = "authorization,content-type,idempotency-key,if-match,if-none-match";
const EXPOSED = [
  "allow",
  "etag",
  "idempotency-key",
  "link",
  "ratelimit",
  "ratelimit-limit",
  "ratelimit-policy",
  "ratelimit-remaining",
  "ratelimit-reset",
  "retry-after",
  "www-authenticate",
  "x-request-id",
].join(",");
/** How long a browser may keep the answer to a preflight, in seconds. */
const MAX_AGE = "7200";

/** Pictures of companies, schools and people, which API clients show. */
const SHOWN = /^\/(?:logos|company-logos|monogram|pictures)\//;

const isCall = (path: string): boolean => path.startsWith("/api/");

function listedOrigin(config: Config, origin: string | undefined): string | undefined {
  return origin !== undefined && config.corsOrigins.includes(origin) ? origin : undefined;
}

/**
 * Lets the origins in CORS_ORIGINS read the API and show its pictures, never with cookies. Browsers request an `<img>`
 * without an origin. So pictures may be embedded anywhere once an origin is listed, except pictures that only their
 * owner sees.
 */
export function allowListedOrigins(c: Context<AppEnv>): void {
  const { config } = c.var.services;
  const { path } = c.req;
  if (config.corsOrigins.length === 0 || !(isCall(path) || SHOWN.test(path))) return;
  const { headers } = c.res;
  const asked = c.req.header("origin");
  const origin = listedOrigin(config, asked);
  headers.append("vary", "Origin");
  if (origin !== undefined) {
    headers.set("access-control-allow-origin", origin);
    headers.set("access-control-expose-headers", EXPOSED);
  }
  const isForAll = SHOWN.test(path) && !/no-store/.test(headers.get("cache-control") ?? "");
  if (isForAll && (origin !== undefined || asked === undefined))
    headers.set("cross-origin-resource-policy", "cross-origin");
}

/** Answers a listed origin's preflight request. */
export const answerPreflight: MiddlewareHandler<AppEnv> = async (c, next) => {
  const isPreflight = c.req.method === "OPTIONS" && c.req.header("access-control-request-method") !== undefined;
  if (!isPreflight || listedOrigin(c.var.services.config, c.req.header("origin")) === undefined) return next();
  return new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-methods": METHODS,
      "access-control-allow-headers": ALLOWED,
      "access-control-max-age": MAX_AGE,
    },
  });
};
