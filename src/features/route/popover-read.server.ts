import { countryName } from "#core/country.ts";
import type { Reader } from "#db/connect.ts";
import { TOLD_FROM_PEOPLE } from "#features/path/pure/limits.ts";
import { parseRoute } from "#features/path/pure/query/parse.ts";
import type { Route } from "#features/path/pure/types.ts";
import { askForPage, readNames } from "#features/path/read.server.ts";
import { changeLink, keepOther, readLink, readRouteText, routeHref, tidyRoute, writeLink } from "./pure/route-text.ts";
import type { Popover } from "./pure/view.ts";
import { textOfRoute, type Asking, type PathsInput } from "./route-read.server.ts";

/** Limits that a link is offered, in months. */
const LIMITS = [12, 24, 36, 48, 60, 72, 96, 120] as const;
const MOST_CHOICES = 12;

/** What an open popover of the builder offers, with the people who would match; undefined where none is open. */
export async function readPopover(input: PathsInput, asked: URLSearchParams): Promise<Popover | undefined> {
  const filterText = asked.get("filter");
  const filter = filterText === "country" || filterText === "school" ? filterText : null;
  const between = Number.parseInt(asked.get("between") ?? "", 10);
  if (filterText === "years") return { of: "years" };
  const isLink = between >= 0;
  if (filter === null && !isLink) return undefined;
  const { params } = tidyRoute(asked);
  const parsed = parseRoute(params, await readNames(input.db, params));
  if ("mistakes" in parsed || parsed.route.steps.length === 0) return undefined;
  const { db } = input;
  const { route } = parsed;
  const found = await askForPage(input.paths, (ask) =>
    isLink ? linkChoices({ db, ask }, route, params, between) : filterChoices({ db, ask }, route, params, filter),
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
    limits: [undefined, ...LIMITS].map((limit) => ({
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
  filter: "country" | "school" | null,
): Promise<Popover | undefined> {
  if (filter === null) return undefined;
  const text = textOfRoute(route, readRouteText(params));
  const everybody: Route = { ...route, steps: [], links: [], isFirst: false, isNow: false, since: null, until: null };
  const { candidates } = await ask("next", { ...everybody, country: null, school: null });
  const schools = candidates.filter(({ group }) => group === "school");
  const named =
    filter === "school"
      ? schools.map(({ stop, name }) => ({ value: stop.slice("school:".length), name }))
      : await countriesOf(
          db,
          schools.map(({ stop }) => stop.slice("school:".length)),
        );
  const choices = named.slice(0, filter === "school" ? MOST_CHOICES : named.length);
  const counts = await ask(
    "counts",
    choices.map(({ value }) => ({ ...route, [filter]: value })),
  );
  return {
    of: filter,
    rows: choices
      .map((one, index) => ({
        name: one.name,
        people: counts[index] ?? 0,
        href: routeHref(keepOther(text, { [filter]: one.value })),
      }))
      .filter(({ people }) => people >= TOLD_FROM_PEOPLE)
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
    .where("public_id", "in", [...schools])
    .execute();
  return rows.map(({ country_code: value }) => ({ value, name: countryName(value) })).filter(({ name }) => name !== "");
}
