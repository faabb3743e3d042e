import { TrieRouter } from "hono/router/trie-router";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

/** The methods that an address takes, in a fixed order; none for an address that does not exist. */
export type MethodsOf = (path: string) => readonly string[];

type Routes = readonly { method: string; path: string }[];

/** Reads an application's routes at the first question, when all of them are there. */
export function knownMethods(routes: () => Routes): MethodsOf {
  let known: MethodsOf | undefined;
  return (path) => (known ??= readRoutes(routes()))(path);
}

/** A GET for every address is the site's page, which stands for no address of the API. */
function readRoutes(routes: Routes): MethodsOf {
  const router = new TrieRouter<string>();
  const forPages = new Set<string>();
  for (const { method, path } of routes) {
    if (path === "*" || path === "/*") forPages.add(method);
    // Middleware takes every method and answers nothing.
    else if (method !== "ALL") router.add("ALL", path, method);
  }
  return (path) => {
    const taken = new Set(path.startsWith("/api/") ? [] : forPages);
    for (const [method] of router.match("ALL", path)[0]) taken.add(method);
    if (taken.has("GET")) taken.add("HEAD");
    return METHODS.filter((method) => taken.has(method));
  };
}
