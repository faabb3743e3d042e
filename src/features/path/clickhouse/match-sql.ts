import { ANY_ROLE } from "#features/path/pure/route-parts.ts";
import { ROLE_KINDS } from "#core/role-kind.ts";
import { CURRENT } from "#features/path/pure/columns/layout.ts";
import { kindNumbers, levelsFrom } from "#features/path/pure/match/compile.ts";
import type { Link, RoleStep, Route } from "#features/path/pure/types.ts";
import type { Params } from "./params.ts";
import { EVERYBODY, rows, wordsOf, type Layer, type Rows } from "./rows.ts";

export const FULL_TIME = ROLE_KINDS.indexOf("full-time");
/** The numbers of internships, for `IN`. */
export const INTERNS = `(${kindNumbers({ ...ANY_ROLE, kinds: ["intern"] }).join(", ")})`;

/**
 * A route as SQL. A school step is not a role step; role steps count from 0. For each of them, these are arrays with an
 * item for each role of a line:
 * - `b0`, …: is the role as the step asks?
 * - `r0`, …: can a way of the steps up to this one end at the role?
 * - `c0`, …: can a way of all steps have the role here?
 * And these are single roles: `f0`, … the first of `r0`, `l0`, … the last of `c0`, and `w0`, … that of the earliest way,
 * with its start `v0` and its company `u0`.
 */
export class MatchSql {
  readonly #route: Route;
  readonly #params: Params;
  readonly roleSteps: readonly RoleStep[];
  /** The links before each role step; before the first one only after a school. */
  readonly #links: readonly (Link | undefined)[];
  readonly hasSchoolStep: boolean;

  constructor(route: Route, params: Params) {
    this.#route = route;
    this.#params = params;
    this.hasSchoolStep = route.steps[0]?.of === "school";
    this.roleSteps = route.steps.filter((step): step is RoleStep => step.of === "role");
    this.#links = this.roleSteps.map((_, step) => route.links[step - (this.hasSchoolStep ? 0 : 1)]);
  }

  /** The place whose rows are read: the school, or the companies of the first step that names some. */
  get place(): { kind: "school" | "company" | "all"; ids: readonly string[] } {
    const [school] = this.#schools();
    if (school !== undefined) return { kind: "school", ids: [school] };
    const step = this.roleSteps.find(({ companies }) => companies.length > 0);
    return step ? { kind: "company", ids: namesOf(step.companies) } : { kind: "all", ids: [] };
  }

  #schools(): string[] {
    const [head] = this.#route.steps;
    return [
      ...(head?.of === "school" ? [head.school] : []),
      ...(this.#route.school === null ? [] : [this.#route.school]),
    ];
  }

  /** Which rows hold the people who may match, each person once. */
  get from(): string {
    const { place } = this;
    const [params, route] = [this.#params, this.#route];
    const conditions = [placeCondition(params, place.kind === "all" ? undefined : place.ids)];
    for (const school of this.#schools()) conditions.push(`school = ${params.string(school)}`);
    if (route.country !== null) conditions.push(`country = ${params.string(route.country)}`);
    return conditions.join(" AND ");
  }

  #hasLastConditions(): boolean {
    return this.#route.isNow || this.#route.since !== null || this.#route.until !== null;
  }

  /** SQL: does the line match the first `steps` role steps? Uses the layers of `reach`. */
  reached(steps: number): string {
    if (steps > 0) return `has(r${steps - 1}, 1)`;
    return this.roleSteps.length === 0 && this.#hasLastConditions() ? "0" : "1";
  }

  /** Everybody who matches, with the layers of `reach`. */
  matching(): Rows {
    return rows(this.from, [...this.reach(), { where: this.reached(this.roleSteps.length) }]);
  }

  /** The layers up to `r0`, `r1`, …. */
  reach(): Layer[] {
    const facets: Record<string, string> = { idx: "arrayEnumerate(start)" };
    for (const [step, one] of this.roleSteps.entries()) facets[`b${step}`] = bitsOf(one, this.#params);
    const layers: Layer[] = [facets];
    for (const step of this.roleSteps.keys()) {
      if (step > 0 && !this.#isConstrained(step)) layers.push({ [`f${step - 1}`]: `indexOf(r${step - 1}, 1)` });
      layers.push({ [`r${step}`]: this.#reachOf(step) });
    }
    return layers;
  }

  #isConstrained(step: number): boolean {
    const link = this.#links[step];
    return link !== undefined && (link.between === "next" || link.limit !== null);
  }

  #reachOf(step: number): string {
    const [params, route] = [this.#params, this.#route];
    const link = this.#links[step];
    const conditions = ["b"];
    if (step === 0 && route.isFirst) conditions.push("i = 1");
    if (step === 0 && link) {
      if (link.between === "next") conditions.push("n = 0");
      if (link.limit !== null) conditions.push(`s - start[1] <= ${params.number(link.limit)}`);
    }
    if (step > 0 && !this.#isConstrained(step)) conditions.push(`f${step - 1} > 0 AND i > f${step - 1}`);
    if (step > 0 && link && this.#isConstrained(step)) {
      conditions.push(
        `arrayExists((j, rj, sj, oj) -> rj AND j < i${this.#linked(link, { from: "oj", start: "sj", at: "j" })}, idx, r${step - 1}, start, local)`,
      );
    }
    if (step === this.roleSteps.length - 1) {
      if (route.isNow) conditions.push(`h = ${CURRENT}`);
      if (route.since !== null) conditions.push(`s >= ${params.number(route.since * 12)}`);
      if (route.until !== null) conditions.push(`s <= ${params.number(route.until * 12 + 11)}`);
    }
    return mapped(conditions, `b${step}`);
  }

  /** The conditions of a link between an earlier role and the role of the lambda (`s`, `n`, `f`, `m`). */
  #linked(link: Link, earlier: { from: string; start: string; at: string }): string {
    const limit = link.limit === null ? "" : ` AND s - ${earlier.start} <= ${this.#params.number(link.limit)}`;
    if (link.between !== "next") return limit;
    return `${limit} AND (${earlier.at} > n OR (${earlier.at} > f AND ${earlier.from} = m))`;
  }

  /** The layers after `reach`, up to `w0`, `w1`, …. */
  way(): Layer[] {
    const last = this.roleSteps.length - 1;
    if (last < 0) return [];
    const layers: Layer[] = [{ [`c${last}`]: `r${last}` }];
    for (let step = last - 1; step >= 0; step -= 1) {
      const link = this.#links[step + 1];
      if (link && this.#isConstrained(step + 1)) {
        const linked = this.#linked(link, { from: "o", start: "sx", at: "x" });
        layers.push({
          [`c${step}`]: `arrayMap((b, x, sx, o) -> b AND arrayExists((c, i, s, n, f, m) -> c AND i > x${linked}, c${step + 1}, idx, start, near, far, near_local), r${step}, idx, start, local)`,
        });
      } else {
        layers.push({ [`l${step + 1}`]: `arrayLastIndex(c -> c, c${step + 1})` });
        layers.push({ [`c${step}`]: `arrayMap((b, i) -> b AND i < l${step + 1}, r${step}, idx)` });
      }
    }
    layers.push({ w0: "indexOf(c0, 1)" });
    for (let step = 1; step <= last; step += 1) {
      const before = `w${step - 1}`;
      const link = this.#links[step];
      const isLinked = link !== undefined && this.#isConstrained(step);
      if (isLinked) layers.push({ [`v${step}`]: `start[${before}]`, [`u${step}`]: `local[${before}]` });
      const linked = isLinked ? this.#linked(link, { from: `u${step}`, start: `v${step}`, at: before }) : "";
      layers.push({
        [`w${step}`]: `arrayFirstIndex((c, i, s, n, f, m) -> c AND i > ${before}${linked}, c${step}, idx, start, near, far, near_local)`,
      });
    }
    return layers;
  }
}

/** Different ids, without ''. That is the place of everybody's own rows, which no question may name. */
function namesOf(ids: readonly string[]): string[] {
  return [...new Set(ids)].filter((id) => id !== "");
}

/** SQL that selects one row per person at these places. Undefined: everybody's own rows. */
export function placeCondition(params: Params, ids: readonly string[] | undefined): string {
  if (ids === undefined) return EVERYBODY;
  const [only, ...more] = namesOf(ids);
  if (only === undefined) return "0";
  if (more.length === 0) return `place = ${params.string(only)}`;
  const list = params.strings([only, ...more]);
  return `place IN ${list} AND place = arrayFirst(one -> has(company, one), ${list})`;
}

function bitsOf(step: RoleStep, params: Params): string {
  const conditions: string[] = [];
  const arrays: [string, string][] = [];
  const add = (name: string, array: string, list: string): void => {
    arrays.push([name, array]);
    conditions.push(`has(${list}, ${name})`);
  };
  if (step.companies.length > 0) add("c", "company", params.strings(namesOf(step.companies)));
  if (step.titles.length > 0) add("t", "title", params.strings(step.titles));
  if (step.levels.length > 0) add("l", "level", params.numbers(step.levels.flatMap(levelsFrom)));
  if (step.kinds.length > 0) add("k", "kind", params.numbers(kindNumbers(step)));
  if (conditions.length === 0) return "arrayMap(s -> 1, start)";
  const names = arrays.map(([name]) => name).join(", ");
  return `arrayMap((${names}) -> ${conditions.join(" AND ")}, ${arrays.map(([, array]) => array).join(", ")})`;
}

/** The arrays behind the short names of a lambda over roles. */
const NAMES = { i: "idx", s: "start", h: "phase", n: "near", f: "far", m: "near_local" } as const;

function mapped(conditions: readonly string[], bits: string): string {
  const text = conditions.join(" AND ");
  const words = wordsOf(text);
  const used = Object.entries(NAMES).filter(([name]) => words.has(name));
  const names = ["b", ...used.map(([name]) => name)].join(", ");
  return `arrayMap((${names}) -> ${text}, ${[bits, ...used.map(([, array]) => array)].join(", ")})`;
}
