/** GET /api/paths/routes: how people got from X to Y. */
import type { Named, PathLine, Route, RoutesAnswer, RoutesQuestion, RoleStep } from "#features/path/pure/types.ts";
import { showLinks } from "./flow.ts";
import { holds, waysOf, type Way } from "./match.ts";
import { asksForInterns, durationsOf, internedFirstOf, linesOf, stopsBetweenSpread, type Line } from "./search.ts";
import { showCount, showSpread, showTable, type Place } from "./shown.ts";
import { stopIndexOf, stopsOf, type Stop, type World } from "./world.ts";

type Routes = Omit<RoutesAnswer, "lines"> & { lines: Line[] };

const ANY: RoleStep = { of: "role", companies: [], titles: [], levels: [], kinds: [] };

/** "from absent: the pipeline's first role". */
function routeOf(question: RoutesQuestion): Route {
  const { country, school, since, until } = question;
  return {
    country,
    school,
    since,
    until,
    steps: [question.from ?? ANY, question.to],
    links: [{ between: "any", limit: null }],
    isFirst: question.from === null,
    isNow: false,
  };
}

/** "It needs a way: without `from`, people whose first role already is Y are on none." */
function waysTaken(question: RoutesQuestion, world: World): Way[] {
  return waysOf(routeOf(question), world).filter(({ line }) => {
    const first = line.roles[0];
    return question.from !== null || first === undefined || !holds(first, question.to);
  });
}

function stopsOnTheWay({ line, roles }: Way, isFromSchool: boolean, world: World): Stop[] {
  const [first, last] = [roles[0], roles.at(-1)];
  if (first === undefined || last === undefined) return [];
  const stops = stopsOf(line, world.today);
  return stops.slice((isFromSchool ? -1 : stopIndexOf(stops, first)) + 1, Math.max(0, stopIndexOf(stops, last)));
}

function placeOf(stop: Stop): Place {
  return { id: stop.company, name: stop.roles[0]?.companyName ?? "" };
}

/** "(first stop between, last stop between); one between: that one alone; none: straight there." */
function endsOf(stops: readonly Stop[]): Place[] {
  const [first, last] = [stops[0], stops.at(-1)];
  if (first === undefined || last === undefined) return [];
  return stops.length === 1 ? [placeOf(first)] : [placeOf(first), placeOf(last)];
}

/**
 * "One stop between stands in both columns. A node below 5 goes to `other`"; links lead from `start` into the first
 * column and from the first into the last, each told by itself, but one link
 * from `other` to `other`; who came straight ends at `straight`.
 */
function columnsOf(taken: readonly { line: PathLine; stops: readonly Stop[] }[]) {
  const between = taken.filter(({ stops }) => stops.length > 0);
  const columns = [0, -1].map((at) =>
    showTable(between.map(({ line, stops }) => ({ line, places: stops.slice(at).slice(0, 1).map(placeOf) }))),
  );
  const isStraightShown = taken.length - between.length >= 5;
  const nodeOf = (column: number, stop: Stop | undefined): string => {
    if (stop === undefined) return isStraightShown ? "straight" : "other";
    return columns[column]?.rows.some((row) => row.id === stop.company) ? stop.company : "other";
  };
  const into = taken.map(({ line, stops }) => ({ line, from: "start", to: nodeOf(0, stops[0]) }));
  const across = between.map(({ line, stops }) => ({ line, from: nodeOf(0, stops[0]), to: nodeOf(1, stops.at(-1)) }));
  return { columns, links: showLinks(into, across) };
}

export function routes(question: RoutesQuestion, world: World): Routes {
  const route = routeOf(question);
  const isFromSchool = question.from?.of === "school";
  const ways = waysTaken(question, world);
  const taken = ways.map((way) => ({ way, stops: stopsOnTheWay(way, isFromSchool, world) }));
  const groups = new Map<string, { places: Place[]; ways: Way[] }>();
  for (const { way, stops } of taken) {
    const places = endsOf(stops);
    if (places.some((place) => place.id === "")) continue;
    const key = places.map((place) => place.id).join(" ");
    const group = groups.get(key) ?? { places, ways: [] };
    groups.set(key, { ...group, ways: [...group.ways, way] });
  }
  const shown = [...groups.values()].filter((group) => group.ways.length >= 5);
  const onShown = new Set(shown.flatMap((group) => group.ways));
  const { columns, links } = columnsOf(taken.map(({ way, stops }) => ({ line: way.line, stops })));
  const people = showCount(ways.map(({ line }) => line));
  return {
    people,
    fewerThan: people === null ? 5 : null,
    months: showSpread(durationsOf(ways, route, world)),
    internedFirst: internedFirstOf(ways, asksForInterns(route)),
    stopsBetween: stopsBetweenSpread(ways, isFromSchool, world),
    routes: shown.map((group) => ({
      companies: group.places.map((place): Named => ({ ...place, people: group.ways.length })),
      people: group.ways.length,
      months: showSpread(durationsOf(group.ways, route, world)),
    })),
    others: showCount(ways.filter((way) => !onShown.has(way)).map(({ line }) => line)),
    columns,
    links,
    lines: linesOf(
      ways.filter(({ line }) => ways.length >= 5 || line.isPublic),
      route,
      "recent",
      world,
    ),
  };
}
