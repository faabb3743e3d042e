import { TrieRouter } from "hono/router/trie-router";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

/** The methods of an address, in a fixed order. Empty for an unknown address. */
export type MethodsOf = (path: string) => readonly string[];

type Routes = readonly { method: string; path: string }[];

/** Reads the application's routes at the first call, when all of them are registered. */
export function knownMethods(routes: () => Routes): MethodsOf {
  let known: MethodsOf | undefined;
  return (path) => (known ??= readRoutes(routes()))(path);
}

/** Below /api/, leaves out the site's catch-all GET, which is for pages. */
function readRoutes(routes: Routes): MethodsOf {
  const router = new TrieRouter<string>();
  const forPages = new Set<string>();
  for (const { method, path } of routes) {
    if (path === "*" || path === "/*") forPages.add(method);
    // Middleware is registered for all methods but answers none.
    else if (method !== "ALL") router.add("ALL", path, method);
  }
  return (path) => {
    const taken = new Set(path.startsWith("/api/") ? [] : forPages);
    for (const [method] of router.match("ALL", path)[0]) taken.add(method);
    if (taken.has("GET")) taken.add("HEAD");
    return METHODS.filter((method) => taken.has(method));
  };
}
