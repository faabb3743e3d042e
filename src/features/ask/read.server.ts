import { parseRoute } from "#features/path/pure/query/parse.ts";
import type { Count, Link } from "#features/path/pure/types.ts";
import { askForPage, readNames, readSentenceRoute } from "#features/path/read.server.ts";
import { namedIn, readMarks, type PathsInput } from "#features/route/read.server.ts";
import { lookOf, type Look } from "#features/route/pure/look.ts";
import { readRouteText, routeHref } from "#features/route/pure/route-text.ts";

/** How a sentence was read; `href` is undefined if it names no stop. */
export type Reading = {
  text: string;
  href: string | undefined;
  looks: Look[];
  links: Link[];
  /** Undefined where nothing was counted. */
  people: Count | undefined;
  notUnderstood: string[];
};

const MOST_LETTERS = 200;

/** Reads a sentence as a route and counts who took it. */
export async function readReading({ db, paths, now }: PathsInput & { now: Date }, sentence: string): Promise<Reading> {
  const text = sentence.slice(0, MOST_LETTERS).trim();
  const nothing: Reading = { text, href: undefined, looks: [], links: [], people: undefined, notUnderstood: [] };
  if (text === "") return nothing;
  const { query, notUnderstood } = await readSentenceRoute(db, text, now);
  if (query === null) return { ...nothing, notUnderstood };
  const params = new URLSearchParams(query);
  const parsed = parseRoute(params, await readNames(db, params));
  if ("mistakes" in parsed) return { ...nothing, notUnderstood };
  const { route } = parsed;
  const marks = await readMarks(db, namedIn(route.steps));
  const counts = await askForPage(paths, (ask) => ask("counts", [route]));
  return {
    text,
    href: routeHref(readRouteText(params)),
    looks: route.steps.map((step) => lookOf(step, marks)),
    links: [...route.links],
    people: counts === "not-ready" ? undefined : counts[0],
    notUnderstood,
  };
}
