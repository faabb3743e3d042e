import { MOST_STEPS } from "#features/path/pure/limits.ts";

/** A route as written in its address. Screens change it as text: each button links to a changed one. */
export type RouteText = {
  stops: readonly string[];
  /** One fewer than stops. */
  thens: readonly string[];
  /** Filters, order and layout, in the order of the address. */
  others: readonly (readonly [name: string, value: string])[];
};

/** Parameters of the address besides the steps. They stay when the route changes. */
const OTHER_PARAMETERS = ["first", "now", "country", "school", "since", "until", "sort", "view"] as const;
export type OtherParameter = (typeof OTHER_PARAMETERS)[number];

/** Is this parameter part of the route, and not only of its display? */
export function isOfRoute([name]: readonly [name: string, value: string]): boolean {
  return name !== "sort" && name !== "view";
}

const ANY = "any";

/** Stops and links of an address as written. Empty stops are left out; missing links are `any`. */
export function readRouteText(params: URLSearchParams): RouteText {
  const filled = (name: string): string[] => params.getAll(name).filter((value) => value !== "");
  const stops = filled("stop");
  const thens = filled("then");
  return {
    stops,
    thens: stops.slice(1).map((_, index) => thens[index] ?? ANY),
    others: OTHER_PARAMETERS.flatMap((name) => {
      const value = params.get(name);
      return value === null || value === "" ? [] : [[name, value] as const];
    }),
  };
}

export function writeRouteText(route: RouteText): URLSearchParams {
  const params = new URLSearchParams();
  for (const [index, stop] of route.stops.entries()) {
    if (index > 0) params.append("then", route.thens[index - 1] ?? ANY);
    params.append("stop", stop);
  }
  for (const [name, value] of route.others) params.append(name, value);
  return params;
}

/** Commas and colons stay readable. */
export function readable(params: URLSearchParams): string {
  return params.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
}

/** The address of a route on /search; without stops, of the search from its start. */
export function routeHref(route: RouteText, more: Readonly<Record<string, string>> = {}): string {
  const params = route.stops.length === 0 ? new URLSearchParams() : writeRouteText(route);
  for (const [name, value] of Object.entries(more)) params.append(name, value);
  return params.size === 0 ? "/search" : `/search?${readable(params)}`;
}

export function isSchool(stop: string | undefined): boolean {
  return stop?.startsWith("school:") === true;
}

/** A step at the beginning or at the end. A school is always the first. */
export function addStop(route: RouteText, stop: string, then: string, at: "start" | "end"): RouteText {
  const isStart = at === "start" || isSchool(stop);
  const links = route.stops.length === 0 ? [] : [then];
  return isStart
    ? { ...route, stops: [stop, ...route.stops], thens: [...links, ...route.thens] }
    : { ...route, stops: [...route.stops, stop], thens: [...route.thens, ...links] };
}

export function canAdd(route: RouteText, at: "start" | "end"): boolean {
  return route.stops.length < MOST_STEPS && !(at === "start" && isSchool(route.stops[0]));
}

export function changeStop(route: RouteText, at: number, stop: string): RouteText {
  return { ...route, stops: route.stops.map((one, index) => (index === at ? stop : one)) };
}

export function changeLink(route: RouteText, at: number, then: string): RouteText {
  return { ...route, thens: route.thens.map((one, index) => (index === at ? then : one)) };
}

type Link = { word: "next" | "any"; months: number | undefined };

/** "next,18m" in parts. */
export function readLink(then: string): Link {
  const [word, limit = ""] = then.split(",");
  const number = Number.parseInt(limit, 10) * (limit.endsWith("y") ? 12 : 1);
  return { word: word === "next" ? "next" : "any", months: Number.isNaN(number) ? undefined : number };
}

export function writeLink({ word, months }: Link): string {
  if (months === undefined) return word;
  return months % 12 === 0 ? `${word},${months / 12}y` : `${word},${months}m`;
}

/**
 * Joins two links after the step between them was removed: any stops, within the sum of the limits if both have one.
 */
function joinLinks(before: string, after: string): string {
  const [a, b] = [readLink(before).months, readLink(after).months];
  return writeLink({ word: "any", months: a === undefined || b === undefined ? undefined : a + b });
}

export function removeStop(route: RouteText, at: number): RouteText {
  const stops = route.stops.filter((_, index) => index !== at);
  const [before, after] = [route.thens[at - 1], route.thens[at]];
  const joined = before !== undefined && after !== undefined ? [joinLinks(before, after)] : [];
  return {
    ...route,
    stops,
    thens: [...route.thens.slice(0, Math.max(0, at - 1)), ...joined, ...route.thens.slice(at + 1)],
  };
}

export function canMove(route: RouteText, from: number, to: number): boolean {
  if (from === to || from < 0 || to < 0 || from >= route.stops.length || to >= route.stops.length) return false;
  return !isSchool(route.stops[from]) && !(to === 0 && isSchool(route.stops[0]));
}

/** Steps change their order; the links between places stay. */
export function moveStop(route: RouteText, from: number, to: number): RouteText {
  if (!canMove(route, from, to)) return route;
  const stops = route.stops.filter((_, index) => index !== from);
  return { ...route, stops: stops.toSpliced(to, 0, route.stops[from] ?? ANY) };
}

/** A filter, the order or the layout; undefined takes it away. */
export function withOther(
  route: RouteText,
  changes: Readonly<Partial<Record<OtherParameter, string | undefined>>>,
): RouteText {
  const known = new Map<string, string>(route.others);
  const others = OTHER_PARAMETERS.flatMap((name) => {
    const value = name in changes ? changes[name] : known.get(name);
    return value === undefined || value === "" ? [] : [[name, value] as const];
  });
  return { ...route, others };
}

export function otherOf(route: RouteText, name: OtherParameter): string | undefined {
  return route.others.find(([one]) => one === name)?.[1];
}

export type Tidied = { params: URLSearchParams; notice: "school-moved" | "too-many" | undefined };

/** Corrects a hand-written address: a school that is not first, or too many stops. */
export function tidyRoute(params: URLSearchParams): Tidied {
  const route = readRouteText(params);
  const at = route.stops.findIndex((stop, index) => index > 0 && isSchool(stop));
  const isMoved = at > 0 && !isSchool(route.stops[0]);
  const isLong = route.stops.length > MOST_STEPS;
  if (!isMoved && !isLong) return { params, notice: undefined };
  const stops = isMoved
    ? [route.stops[at] ?? ANY, ...route.stops.filter((_, index) => index !== at)]
    : [...route.stops];
  const tidy = { ...route, stops: stops.slice(0, MOST_STEPS), thens: route.thens.slice(0, MOST_STEPS - 1) };
  const tidied = writeRouteText(tidy);
  for (const [name, value] of params)
    if (!["stop", "then", ...OTHER_PARAMETERS].includes(name)) tidied.append(name, value);
  return { params: tidied, notice: isLong ? "too-many" : "school-moved" };
}

type RouteKind = "" | "intern" | "full-time";

/** The kind of role that a stop's text asks for. Undefined for an unknown combination. */
export function kindOf(stop: string): RouteKind | undefined {
  const kinds = stop.split(",").filter((facet) => facet.startsWith("kind:"));
  if (kinds.length === 0) return "";
  if (kinds.length > 1) return undefined;
  if (kinds[0] === "kind:intern") return "intern";
  return kinds[0] === "kind:full-time" ? "full-time" : undefined;
}

/** The stop with this kind of role; '' allows any. */
export function withKind(stop: string, kind: RouteKind): string {
  const rest = stop.split(",").filter((facet) => !facet.startsWith("kind:"));
  return [...rest, ...(kind === "" ? [] : [`kind:${kind}`])].join(",");
}
