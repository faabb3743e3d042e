import type { ServerBuild } from "react-router";

const FIRST_PART = /^\/([a-z-]+)(?:\.data)?(?:\/|$)/;

/** The first part of a route's path where it is a fixed word: "title" for `title/:slug`. */
function wordOf({ index, path = "" }: { index?: boolean | undefined; path?: string | undefined }): string | undefined {
  const [first = ""] = path.split("/");
  return index === true || /^[a-z-]+$/.test(first) ? first : undefined;
}

/** Leaves out the routes whose first word is another one. Those without a fixed first word stay. */
function beginningWith<Route extends { parentId?: string | undefined; path?: string | undefined }>(
  routes: Readonly<Record<string, Route | undefined>>,
  word: string,
): Record<string, Route | undefined> {
  const isFitting = (route: Route | undefined): boolean =>
    route?.parentId !== "root" || (wordOf(route) ?? word) === word;
  return Object.fromEntries(Object.entries(routes).filter(([, route]) => isFitting(route)));
}

/**
 * React Router tries the routes one after the other for each request, and converts all of them for each page. With the
 * routes of every page this took an eighth of a company page's time. So it gets only those that the path can match.
 * @returns what to hand to React Router for a path; the same object for each path that begins alike
 */
export function buildForPath(build: ServerBuild): (pathname: string) => ServerBuild {
  const words = new Set(Object.values(build.routes).map((route) => route && wordOf(route)));
  const made = new Map<string, ServerBuild>();
  return (pathname) => {
    const word = FIRST_PART.exec(pathname)?.[1];
    // No route's first word is written like this. The router also matches capitals and escapes, so it gets all routes.
    if (word === undefined || !words.has(word)) return build;
    const known = made.get(word);
    if (known !== undefined) return known;
    const smaller = {
      ...build,
      routes: beginningWith(build.routes, word),
      assets: { ...build.assets, routes: beginningWith(build.assets.routes, word) },
    };
    made.set(word, smaller);
    return smaller;
  };
}
