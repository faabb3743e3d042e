import type { QuickSearchResults } from "./schema.ts";

export type QuickSearchRow = {
  href: string;
  name: string;
  note: string;
  group: (typeof GROUPS)[number];
  /** People, titles and pages have none. */
  logo: string;
};

/** In the order of the screen. */
export const GROUPS = ["Companies", "Schools", "People", "Titles", "Go to", "Ask"] as const;

/** In place of an address: an action that opens no page. */
export const SWITCH_THEME = "#theme";

/** Pages of the site, found by the beginning of any of their words. */
const PLACES: readonly [name: string, href: string, words: string][] = [
  ["Search", "/search", "search companies find"],
  ["Paths: how people get from one stop to another", "/paths", "paths ways how become title"],
  ["Build a route", "/search", "route build stops"],
  ["Lines like mine", "/like-me", "lines like mine my similar next"],
  ["Compare companies", "/compare", "compare companies"],
  ["Discover", "/discover", "discover random people"],
  ["Edit your pipeline", "/edit", "edit create profile pipeline my line"],
  ["Add a stop", "/edit", "add new stop job"],
  ["Account settings", "/settings", "settings account password e-mail"],
  ["Switch theme", SWITCH_THEME, "theme switch dark light colours mode"],
  ["Have a suggestion?", "/suggestions", "suggestion feedback missing company"],
  ["About Pipelines", "/", "about home start"],
  ["API", "/api/docs", "api documentation developers"],
];

/** Offered before anything is typed; the others are found by their words. */
const FIRST_PLACES = new Set(["/search", "/paths", "/discover", "/like-me", "/edit", "/settings"]);

/** Results in groups; without a text, the site's main pages, each once. */
export function rowsOf(text: string, hits: QuickSearchResults | undefined): QuickSearchRow[] {
  const key = text.trim().toLowerCase();
  const places = PLACES.filter(([, href, words], at) =>
    key === ""
      ? FIRST_PLACES.has(href) && PLACES.findIndex((one) => one[1] === href) === at
      : words.split(" ").some((word) => word.startsWith(key)),
  );
  const row = (group: QuickSearchRow["group"], href: string, name: string, note = "", logo = ""): QuickSearchRow => ({
    href,
    name,
    note,
    group,
    logo,
  });
  return [
    ...(hits?.companies ?? []).map((one) => row("Companies", `/company/${one._id}`, one.name, "", one.logo)),
    ...(hits?.schools ?? []).map((one) => row("Schools", `/school/${one._id}`, one.name, one.country, one.logo)),
    ...(hits?.people ?? []).map((one) => row("People", `/user/${one._id}`, one.name || one.username, one.username)),
    ...(hits?.titles ?? []).map((one) => row("Titles", `/title/${one.slug}`, one.name)),
    ...places.map(([name, href]) => row("Go to", href, name)),
    // Two words or more may be a question, such as "interned at Google".
    ...(key.split(/\s+/).length < 2
      ? []
      : [row("Ask", `/ask?q=${encodeURIComponent(text.trim())}`, `Ask the map: ${text.trim()}`)]),
  ];
}
