import type { MiddlewareHandler } from "hono";
import { isPublicId } from "#core/ids.ts";
import type { AppEnv } from "./context.ts";
import { inKeyedQueue } from "./keyed-queue.ts";

/**
 * Searches by a typed text: companies, schools, quick search, the route builder's picker, a sentence. Each costs the
 * database more than other reads.
 */
const SEARCHES =
  /^\/api\/(?:jump|company\/get\/companies|school\/get\/schools)\/.|^\/(?:search\/choices|ask\/reading)(?:\.data)?$/;
/** Calls whose body contains names of companies and schools. */
const WRITES = /^\/api\/(?:paths\/similar|user\/(?:routes|follows))$/;
const ADMIN = /^\/(?:api\/)?admin(?:\/|$)/;

/** Query parameters with a name or an id, on any page or call. */
const NAMES = ["company", "school", "c", "name"];
/** Query parameters with a step of a route, each with facets. */
const STEPS = ["stop", "from", "to"];
const NAMED = /(?:company|school):/;
/** An id among a few spaces, up to the next facet. */
const NAMED_BY_ID = /(?:company|school):\s{0,4}[0-9a-f]{24}\s{0,4}(?=$|,(?:company|school|title|level|kind):)/g;
/**
 * This page also takes a company's name in `stop`, and a facet in front of a name. The router of pages ignores case, and
 * reads `/_.data` like `.data`.
 */
const LIKE_ME = /^\/like-me(?:(?:\/_)?\.data)?$/i;

function isTyped(name: string): boolean {
  return name.trim() !== "" && !isPublicId(name.trim());
}

/**
 * Does the request look up a typed text, in its path or its query? An unknown name is searched by similarity, which is
 * expensive. Ids and exact addresses are no look-ups.
 * @param search the query with its `?`, or ""
 */
export function isLookup(method: string, path: string, search: string): boolean {
  if (SEARCHES.test(path)) return true;
  if (method !== "GET" && method !== "HEAD") return method === "POST" && WRITES.test(path);
  if (search === "" || ADMIN.test(path)) return false;
  const query = new URLSearchParams(search);
  if (LIKE_ME.test(path))
    return ["school", "stop"].some((name) =>
      query.getAll(name).some((text) => isTyped(text.replace(/^(?:company|school):/, ""))),
    );
  return (
    query.getAll("q").some((text) => text.trim() !== "") ||
    NAMES.some((name) => query.getAll(name).some(isTyped)) ||
    STEPS.some((name) => query.getAll(name).some((step) => NAMED.test(step.replace(NAMED_BY_ID, ""))))
  );
}

/**
 * Runs a caller's look-ups one after another. So whoever sends hundreds at once delays only themselves.
 * @throws AppError overloaded if a look-up waits too long, for example while the database hangs
 */
export const queueLookups: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (!isLookup(c.req.method, c.req.path, new URL(c.req.url).search)) return next();
  const { signal } = c.req.raw;
  await inKeyedQueue(`lookup:${c.var.viewer?.accountId ?? c.var.address}`, next, () => signal.aborted);
};
