import { parseYears } from "./years.ts";
import { countryName } from "#core/country.ts";
import { DEFAULT_LINES, MOST_LINES, MOST_STEPS } from "#features/path/pure/limits.ts";
import type { Filters, Link, Page, Route, Sort, Step } from "#features/path/pure/types.ts";
import { readCursor } from "./cursor.ts";
import type { Names } from "./names.ts";
import { parseLink, parseStep, type Mistake } from "./step.ts";

type ParsedRoute = { route: Route } | { mistakes: Mistake[] };

/** Parameters that a route has at most once. Unknown parameters are ignored. */
const GIVEN_ONCE = ["first", "now", "country", "school", "since", "until", "sort", "limit", "cursor"];

/** Reads parameters and collects mistakes, so that one answer can name all of them. */
class Reading {
  readonly mistakes: Mistake[] = [];
  readonly #params: URLSearchParams;

  constructor(params: URLSearchParams) {
    this.#params = params;
    for (const name of GIVEN_ONCE) {
      if (this.all(name).length > 1) {
        this.wrong(name, `“${name}” is given more than once.`);
      }
    }
  }

  wrong(parameter: string, message: string, nearest?: readonly string[]): void {
    this.mistakes.push({ parameter, message, ...(nearest ? { nearest } : {}) });
  }

  /** The values of a parameter without the spaces around them, and without empty ones. */
  all(name: string): string[] {
    return this.#params
      .getAll(name)
      .map((value) => value.trim())
      .filter((value) => value !== "");
  }

  one(name: string): string | null {
    return this.all(name)[0] ?? null;
  }

  take<T>(parsed: { value: T } | { mistake: Mistake }): T | undefined {
    if ("value" in parsed) return parsed.value;
    this.mistakes.push(parsed.mistake);
    return undefined;
  }

  flag(name: string): boolean {
    const text = this.one(name);
    if (text !== null && text !== "1") this.wrong(name, `“${name}” is 1 or absent.`);
    return text === "1";
  }

  filters(names: Names): Filters {
    const country = this.one("country")?.toUpperCase() ?? null;
    if (country !== null && countryName(country) === "") {
      this.wrong("country", "A country is its two letters of ISO 3166, as CA.");
    }
    const asked = this.one("school");
    let school: string | null = null;
    if (asked !== null) {
      const found = names.school(asked);
      if ("id" in found) school = found.id;
      else this.wrong("school", found.message ?? `There is no school “${asked}”.`, found.nearest);
    }
    return { country, school, ...parseYears((name) => this.one(name), this.mistakes) };
  }
}

/** Reads a route with 0 to 8 steps from an address, or returns its mistakes. */
export function parseRoute(params: URLSearchParams, names: Names): ParsedRoute {
  const reading = new Reading(params);
  const steps = parseSteps(reading, names);
  const links = parseLinks(reading, steps.length);
  const route: Route = {
    steps: steps.flatMap((step) => (step ? [step] : [])),
    links,
    isFirst: reading.flag("first"),
    isNow: reading.flag("now"),
    ...reading.filters(names),
  };
  return reading.mistakes.length > 0 ? { mistakes: reading.mistakes } : { route };
}

function parseSteps(reading: Reading, names: Names): (Step | undefined)[] {
  const texts = reading.all("stop");
  if (texts.length > MOST_STEPS) reading.wrong(`stop[${MOST_STEPS}]`, `A route has at most ${MOST_STEPS} stops.`);
  return texts.slice(0, MOST_STEPS).map((text, index) => {
    const parameter = `stop[${index}]`;
    const step = reading.take(parseStep(text, parameter, names));
    if (index > 0 && step?.of === "school") reading.wrong(parameter, "A school can only be the first stop.");
    return step;
  });
}

function parseLinks(reading: Reading, steps: number): Link[] {
  const texts = reading.all("then");
  const fitting = Math.max(0, steps - 1);
  if (texts.length > fitting) {
    reading.wrong(`then[${fitting}]`, "There are more links than fit between the stops.");
  }
  return Array.from({ length: fitting }, (_, index): Link => {
    const text = texts[index];
    const none: Link = { between: "any", limit: null };
    return text === undefined ? none : (reading.take(parseLink(text, `then[${index}]`)) ?? none);
  });
}

/** Reads only the filters, for questions without a route. */
export function parseFilters(params: URLSearchParams, names: Names): { filters: Filters } | { mistakes: Mistake[] } {
  const reading = new Reading(params);
  const filters = reading.filters(names);
  return reading.mistakes.length > 0 ? { mistakes: reading.mistakes } : { filters };
}

/** Reads sort, limit and cursor. A cursor is valid for one route in one order. */
export function parsePage(params: URLSearchParams, route: Route): { page: Page } | { mistakes: Mistake[] } {
  const reading = new Reading(params);
  const sort: Sort = reading.one("sort") === "shortest" ? "shortest" : "recent";
  if (!["shortest", "recent", null].includes(reading.one("sort"))) {
    reading.wrong("sort", "“sort” is recent or shortest.");
  }
  const text = reading.one("limit") ?? String(DEFAULT_LINES);
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > MOST_LINES) reading.wrong("limit", `“limit” is a number from 1 to ${MOST_LINES}.`);
  const cursor = reading.one("cursor");
  if (cursor !== null && !readCursor(route, sort, cursor)) {
    reading.wrong("cursor", "This cursor belongs to another question. Begin again without it.");
  }
  return reading.mistakes.length > 0 ? { mistakes: reading.mistakes } : { page: { sort, limit, cursor } };
}
