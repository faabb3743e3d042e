import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./context.ts";
import { isUnchanged } from "./packed-body.ts";

/** File names here contain a hash of the content, so a new build has new names. */
const NAMED_BY_CONTENT = "/assets/";
const YEAR = "public, max-age=31536000, immutable";
const DAY = "public, max-age=86400";

/**
 * Sets cache headers for files, and answers 304 to browsers that have the same file. Expects `Content-Length` and
 * `Last-Modified`. Hono's `serveStatic` cannot set these headers itself.
 */
export const fileCacheHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  const { headers, status, body } = c.res;
  if (status !== 200) return;
  headers.set("cache-control", c.req.path.startsWith(NAMED_BY_CONTENT) ? YEAR : DAY);
  const changed = Date.parse(headers.get("last-modified") ?? "").toString(36);
  // Each compressed form has another length, and so another ETag.
  const etag = `"${changed}-${headers.get("content-length")}"`;
  headers.set("etag", etag);
  if (!isUnchanged(c.req.header("if-none-match"), etag)) return;
  await body?.cancel();
  headers.delete("content-length");
  c.res = undefined;
  c.res = new Response(null, { status: 304, headers });
};
