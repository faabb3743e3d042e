import { sql } from "kysely";
import { countryName } from "#core/country.ts";
import type { Reader } from "#db/connect.ts";
import { SHOWN_FROM_PEOPLE } from "#features/path/pure/limits.ts";
import { parseRoute } from "#features/path/pure/query/parse.ts";
import type { Route } from "#features/path/pure/types.ts";
import { askForPage, readNames } from "#features/path/read.server.ts";
import { writeStep } from "#features/path/pure/query/write.ts";
import {
  changeLink,
  changeStop,
  withOther,
  readLink,
  readRouteText,
  routeHref,
  tidyRoute,
  writeLink,
  type RouteText,
} from "./pure/route-text.ts";
import type { Popover } from "./pure/view.ts";
import { LINK_LIMITS } from "./pure/words.ts";
import { textOfRoute, type Asking, type PathsInput } from "./route-read.server.ts";

const MOST_CHOICES = 12;
/** Filters whose values are counted. */
const FILTERS = ["country", "school", "title"] as const;
type Filter = (typeof FILTERS)[number];

/** The options of the builder's open popover, with the people who would match. Undefined if none is open. */
export async function readPopover(input: PathsInput, asked: URLSearchParams): Promise<Popover | undefined> {
  const filterText = asked.get("filter");
  const filter = FILTERS.find((one) => one === filterText);
  const between = Number.parseInt(asked.get("between") ?? "", 10);
  if (filterText === "years") return { of: "years" };
  if (filter === undefined && !(between >= 0)) return undefined;
  const { params } = tidyRoute(asked);
  const parsed = parseRoute(params, await readNames(input.db, params));
  if ("mistakes" in parsed || parsed.route.steps.length === 0) return undefined;
  const { db } = input;
  const { route } = parsed;
  const found = await askForPage(input.paths, (ask) =>
    filter === undefined
      ? linkChoices({ db, ask }, route, params, between)
      : filterChoices({ db, ask }, route, params, filter),
  );
  return found === "not-ready" ? undefined : found;
}

async function linkChoices(
  { ask }: Asking,
  route: Route,
  params: URLSearchParams,
  at: number,
): Promise<Popover | undefined> {
  const link = route.links[at];
  if (link === undefined) return undefined;
  const text = textOfRoute(route, readRouteText(params));
  const { months } = readLink(text.thens[at] ?? "any");
  const withLink = (between: "next" | "any"): Route => ({
    ...route,
    links: route.links.map((one, index) => (index === at ? { ...one, between } : one)),
  });
  const counts = await ask("counts", [withLink("next"), withLink("any")]);
  const hrefOf = (word: "next" | "any", limit: number | undefined): string =>
    routeHref(changeLink(text, at, writeLink({ word, months: limit })));
  return {
    of: "link",
    at,
    words: (["next", "any"] as const).map((word, index) => ({
      word,
      href: hrefOf(word, months),
      people: counts[index] ?? null,
      isOn: link.between === word,
    })),
    limits: [undefined, ...LINK_LIMITS].map((limit) => ({
      months: limit,
      href: hrefOf(link.between, limit),
      isOn: limit === months,
    })),
  };
}

async function filterChoices(
  { db, ask }: Asking,
  route: Route,
  params: URLSearchParams,
  filter: Filter,
): Promise<Popover> {
  const text = textOfRoute(route, readRouteText(params));
  const everybody: Route = { ...route, steps: [], links: [], isFirst: false, isNow: false, since: null, until: null };
  const { candidates } = await ask("next", { ...everybody, country: null, school: null });
  if (filter === "title") {
    const titles = candidates.filter(({ group }) => group === "title").map(({ stop, name }) => ({ value: stop, name }));
    return countFilter(ask, filter, titles.slice(0, MOST_CHOICES), (stop) => lastTitled(route, text, stop));
  }
  const schools = candidates.filter(({ group }) => group === "school");
  const named =
    filter === "school"
      ? schools.map(({ stop, name }) => ({ value: stop.slice("school:".length), name })).slice(0, MOST_CHOICES)
      : await countriesOf(
          db,
          schools.map(({ stop }) => stop.slice("school:".length)),
        );
  return countFilter(ask, filter, named, (value) => ({
    route: { ...route, [filter]: value },
    text: withOther(text, { [filter]: value }),
  }));
}

/** The route with this title, written as `title:slug`, at its last stop. */
function lastTitled(route: Route, text: RouteText, stop: string): { route: Route; text: RouteText } {
  const last = route.steps.at(-1);
  if (last === undefined || last.of === "school") return { route, text };
  const titled = { ...last, titles: [stop.slice("title:".length)] };
  return {
    route: { ...route, steps: [...route.steps.slice(0, -1), titled] },
    text: changeStop(text, text.stops.length - 1, writeStep(titled)),
  };
}

/** The values of a filter with the people who would remain, without values of too few people. */
async function countFilter(
  ask: Asking["ask"],
  filter: Filter,
  named: readonly { value: string; name: string }[],
  choose: (value: string) => { route: Route; text: RouteText },
): Promise<Popover> {
  const chosen = named.map((one) => ({ name: one.name, ...choose(one.value) }));
  const counts = await ask(
    "counts",
    chosen.map(({ route }) => route),
  );
  return {
    of: filter,
    rows: chosen
      .map(({ name, text }, index) => ({ name, people: counts[index] ?? 0, href: routeHref(text) }))
      .filter(({ people }) => people >= SHOWN_FROM_PEOPLE)
      .toSorted((a, b) => b.people - a.people)
      .slice(0, MOST_CHOICES),
  };
}

/** Countries of the schools that most people went to. */
async function countriesOf(db: Reader, schools: readonly string[]): Promise<{ value: string; name: string }[]> {
  if (schools.length === 0) return [];
  const rows = await db
    .selectFrom("school")
    .select("country_code")
    .distinct()
    .where("public_id", "=", sql<string>`any(${[...schools]}::text[])`)
    .execute();
  return rows.map(({ country_code: value }) => ({ value, name: countryName(value) })).filter(({ name }) => name !== "");
}
