import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./context.ts";
import { inKeyedQueue } from "./keyed-queue.ts";

/**
 * Searches by a typed text: companies, schools, quick search, the route builder's picker. Each costs the database more
 * than other reads.
 */
export const LOOKUPS =
  /^\/api\/(?:jump|company\/get\/companies|school\/get\/schools)\/.|^\/search\/choices(?:\.data)?$/;

/**
 * One look-up of a caller after the other: whoever sends hundreds at once keeps themselves waiting, nobody else.
 * @throws AppError overloaded for one that waits too long, as where the database hangs
 */
export const queueLookups: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (!LOOKUPS.test(c.req.path)) return next();
  const { signal } = c.req.raw;
  await inKeyedQueue(`lookup:${c.var.viewer?.accountId ?? c.var.address}`, next, () => signal.aborted);
};
