import type { QuickSearchResults } from "./schema.ts";

export type QuickSearchRow = {
  href: string;
  name: string;
  note: string;
  group: "Ask" | "Go to" | "Companies" | "Schools" | "People";
  /** People and pages have none. */
  logo: string;
};

/** Pages of the site, found by the beginning of any of their words. */
const PLACES: readonly [name: string, href: string, words: string][] = [
  ["Search", "/search", "search companies find"],
  ["Paths: how people get from one stop to another", "/paths", "paths ways how become title"],
  ["Build a route", "/search", "route build stops"],
  ["Lines like mine", "/like-me", "lines like mine my similar next"],
  ["Discover", "/discover", "discover random people"],
  ["Edit your pipeline", "/edit", "edit create profile pipeline add new stop my line"],
  ["Account settings", "/settings", "settings account theme password e-mail"],
  ["Have a suggestion?", "/suggestions", "suggestion feedback missing company"],
  ["About Pipelines", "/", "about home start"],
  ["API", "/api/docs", "api documentation developers"],
];

/** Results in groups; without a text, the site's own pages. */
export function rowsOf(text: string, hits: QuickSearchResults | undefined): QuickSearchRow[] {
  const key = text.trim().toLowerCase();
  const places = PLACES.filter(([, , words]) => key === "" || words.split(" ").some((word) => word.startsWith(key)));
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
    ...places.map(([name, href]) => row("Go to", href, name)),
    // A sentence of words, which is no name of anything.
    ...(key.split(/\s+/).length < 2
      ? []
      : [row("Ask", `/ask?q=${encodeURIComponent(text.trim())}`, `Ask the map: ${text.trim()}`)]),
  ];
}
