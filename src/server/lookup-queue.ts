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
/** Calls whose body names companies and schools. */
const WRITES = /^\/api\/(?:paths\/similar|user\/(?:routes|follows))$/;
const ADMIN = /^\/(?:api\/)?admin(?:\/|$)/;

/** Parameters that hold a name or an id, on whatever page or call. */
const NAMES = ["company", "school", "c", "name"];
/** Parameters of routes: steps, each with facets. */
const STEPS = ["stop", "from", "to"];
const NAMED = /(?:company|school):/;
const NAMED_BY_ID = /(?:company|school):\s*[0-9a-f]{24}\s*(?=$|,(?:company|school|title|level|kind):)/g;
/** Takes a company's name in `stop` too, and a facet before either. */
const LIKE_ME = /^\/like-me(?:\.data)?$/;

function isTyped(name: string): boolean {
  return name.trim() !== "" && !isPublicId(name.trim());
}

/**
 * Whether a request looks up what somebody typed, wherever that stands: a name that nobody has is searched by likeness,
 * to say which ones are near. What is found by its id or by an exact address is none.
 * @param search the address from its `?` on, or ""
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
 * One look-up of a caller after the other: whoever sends hundreds at once keeps themselves waiting, nobody else.
 * @throws AppError overloaded for one that waits too long, as where the database hangs
 */
export const queueLookups: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (!isLookup(c.req.method, c.req.path, new URL(c.req.url).search)) return next();
  const { signal } = c.req.raw;
  await inKeyedQueue(`lookup:${c.var.viewer?.accountId ?? c.var.address}`, next, () => signal.aborted);
};
