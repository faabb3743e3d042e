import type { JumpHits } from "./schema.ts";

/** One place to go: a row of the list. */
export type JumpRow = {
  href: string;
  name: string;
  note: string;
  group: "Go to" | "Companies" | "Schools" | "People";
  /** A mark before the name; people and pages have none. */
  logo: string;
};

/** Places of the site itself, found by the beginning of any of their words. */
const PLACES: readonly [name: string, href: string, words: string][] = [
  ["Search", "/search", "search companies find"],
  ["Discover", "/discover", "discover random people"],
  ["Edit your pipeline", "/edit", "edit create profile pipeline add stop"],
  ["Have a suggestion?", "/suggestions", "suggestion feedback missing company"],
  ["About Pipelines", "/", "about home start"],
  ["API", "/api/docs", "api documentation developers"],
];

/** The rows for a typed text, groups one after the other; without a text the site's own places. */
export function rowsOf(text: string, hits: JumpHits | undefined): JumpRow[] {
  const key = text.trim().toLowerCase();
  const places = PLACES.filter(([, , words]) => key === "" || words.split(" ").some((word) => word.startsWith(key)));
  const row = (group: JumpRow["group"], href: string, name: string, note = "", logo = ""): JumpRow => ({
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
  ];
}
