import type { Context } from "hono";
import { allowanceHeaders } from "./allowance.ts";
import type { AppEnv } from "./context.ts";
import { allowListedOrigins } from "./cors.ts";
import type { MethodsOf } from "./known-methods.ts";
import { securityHeaders } from "./security-headers.ts";

const REALM = 'Bearer realm="Pipelines"';

/**
 * The default `Cache-Control` of an answer. Public reads may be kept, but must be revalidated each time. Answers to
 * signed-in callers may depend on the person, so they are not kept.
 */
function cacheControl(c: Context<AppEnv>): string {
  const isRead = c.req.method === "GET" && c.res.status === 200 && c.req.path.startsWith("/api/");
  if (!isRead) return "no-store";
  return c.var.viewer || c.var.admin ? "private, no-store" : "no-cache";
}

/** Adds the headers that every answer needs. They are added in this one place, so that no call can forget them. */
export function completeHeaders(c: Context<AppEnv>, methodsOf: MethodsOf): void {
  const { services, requestId, allowance, now } = c.var;
  const { headers, status } = c.res;
  headers.set("x-request-id", requestId);
  if (!headers.has("cache-control")) headers.set("cache-control", cacheControl(c));
  for (const [name, value] of securityHeaders(services.config, undefined)) {
    if (!headers.has(name)) headers.set(name, value);
  }
  allowListedOrigins(c);
  if (status === 401) {
    const isSent = c.req.header("authorization") !== undefined;
    headers.set("www-authenticate", isSent ? `${REALM}, error="invalid_token"` : REALM);
  }
  const { path } = c.req;
  if (status === 405) headers.set("allow", methodsOf(path).join(", "));
  // Unknown addresses do not belong to the API.
  if (allowance !== undefined && path.startsWith("/api/") && methodsOf(path).length > 0) {
    for (const [name, value] of allowanceHeaders(services.limiter, allowance, now.getTime())) headers.set(name, value);
  }
}
