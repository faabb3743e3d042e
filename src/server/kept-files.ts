import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./context.ts";
import { isUnchanged } from "./packed-body.ts";

/** The names of these say what is in them: a new build has new names. */
const NAMED_BY_CONTENT = "/assets/";
const YEAR = "public, max-age=31536000, immutable";
const DAY = "public, max-age=86400";

/**
 * Lets browsers keep files, and answers 304 to those that have the same one. For files that come with their length and
 * the time of their last change. Hono's own `serveStatic` takes no headers of ours once it has found a file.
 */
export const keptFiles: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  const { headers, status, body } = c.res;
  if (status !== 200) return;
  headers.set("cache-control", c.req.path.startsWith(NAMED_BY_CONTENT) ? YEAR : DAY);
  const changed = Date.parse(headers.get("last-modified") ?? "").toString(36);
  // The packed forms of a file are of different lengths, and so have different tags.
  const etag = `"${changed}-${headers.get("content-length")}"`;
  headers.set("etag", etag);
  if (!isUnchanged(c.req.header("if-none-match"), etag)) return;
  await body?.cancel();
  headers.delete("content-length");
  c.res = undefined;
  c.res = new Response(null, { status: 304, headers });
};
