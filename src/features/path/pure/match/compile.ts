import { ENGINEER_LADDER, MANAGER_LADDER } from "#features/title/schema.ts";
import { ROLE_KINDS } from "#core/role-kind.ts";
import type { Columns } from "#features/path/pure/columns/columns.ts";
import { KIND_SHIFT, LEVELS } from "#features/path/pure/columns/wordings.ts";
import type { RouteLevel, Route, RoleStep } from "#features/path/pure/types.ts";

/** The link before a role step. `limit` is in months; 0 = none. */
export type CompiledLink = { isNext: boolean; limit: number };

/** A route as numbers. Bit k of a mask is the k-th role step; a school step is not a role step. */
export type Compiled = {
  roleSteps: number;
  hasSchoolStep: boolean;
  /** For each class of roles, the steps whose titles, levels and kinds allow it. */
  byClass: Uint8Array;
  /** Steps without a company facet. */
  anyCompany: number;
  /** For each company, the steps that allow it; undefined if no step names a company. */
  byCompany: Uint8Array | undefined;
  /** For each school: 1 if school step, school filter and country allow it. Undefined if none of them is set. */
  bySchool: Uint8Array | undefined;
  /** The school that is allowed, −1 if it is unknown; undefined if several are. */
  school: number | undefined;
  /** The known companies of each role step; undefined if it allows any. */
  companies: (number[] | undefined)[];
  /** Masks for each role step. A line that has such a role shares a bit with each of them. */
  needs: number[][];
  /** The link before each role step. The first step has one only after a school. */
  links: (CompiledLink | undefined)[];
  /** Steps whose link requires more than "later". */
  constrained: number;
  isFirst: boolean;
  isNow: boolean;
  /** Months between which the last matched role began, both included. */
  since: number;
  until: number;
};

/** Numbers of the levels that are `level` or above. */
export function levelsFrom(level: RouteLevel): number[] {
  const ladder: readonly string[] = ENGINEER_LADDER.some((one) => one === level) ? ENGINEER_LADDER : MANAGER_LADDER;
  const from = ladder.indexOf(level);
  return LEVELS.flatMap((one, number) => (ladder.indexOf(one) >= from ? [number] : []));
}

export function kindNumbers(step: RoleStep): number[] {
  const kinds = step.kinds.flatMap((kind) => (kind === "intern" ? (["intern", "co-op"] as const) : [kind]));
  return kinds.map((kind) => ROLE_KINDS.indexOf(kind));
}

function bitsOf(numbers: readonly number[]): number {
  return numbers.reduce((mask, number) => mask | (1 << number), 0);
}

export function compileRoute(columns: Columns, route: Route): Compiled {
  const [head] = route.steps;
  const hasSchoolStep = head?.of === "school";
  const steps = route.steps.filter((step): step is RoleStep => step.of === "role");
  const links = steps.map((_, index): CompiledLink | undefined => {
    const link = route.links[index - (hasSchoolStep ? 0 : 1)];
    return link && { isNext: link.between === "next", limit: link.limit ?? 0 };
  });
  const companies = steps.map((step) => {
    if (step.companies.length === 0) return undefined;
    return [...new Set(step.companies.map((id) => columns.companies.find(id)))].filter((number) => number >= 0);
  });
  return {
    roleSteps: steps.length,
    hasSchoolStep,
    byClass: classBits(columns, steps),
    anyCompany: bitsOf(companies.flatMap((list, step) => (list ? [] : [step]))),
    byCompany: companyBits(columns, companies),
    ...schoolPart(columns, route),
    companies,
    needs: steps.map((step) => needsOf(columns, step)),
    links,
    constrained: bitsOf(
      links.flatMap((link, step) => (step > 0 && link && (link.isNext || link.limit > 0) ? [step] : [])),
    ),
    isFirst: route.isFirst,
    isNow: route.isNow,
    since: route.since === null ? 0 : route.since * 12,
    until: route.until === null ? Number.MAX_SAFE_INTEGER : route.until * 12 + 11,
  };
}

function titleNumbers(columns: Columns, step: RoleStep): number[] {
  return step.titles.map((slug) => columns.wordings.findTitle(slug)).filter((number) => number >= 0);
}

function classBits(columns: Columns, steps: readonly RoleStep[]): Uint8Array {
  const { classes } = columns.wordings;
  const bits = new Uint8Array(classes.length);
  for (const [index, step] of steps.entries()) {
    const titles = step.titles.length === 0 ? undefined : new Set(titleNumbers(columns, step));
    const levels = step.levels.length === 0 ? -1 : bitsOf(step.levels.flatMap(levelsFrom));
    const kinds = step.kinds.length === 0 ? -1 : bitsOf(kindNumbers(step));
    for (const [number, one] of classes.entries()) {
      const isAllowed =
        (levels & (1 << one.level)) !== 0 && (kinds & (1 << one.kind)) !== 0 && (!titles || titles.has(one.title));
      if (isAllowed) bits[number] = (bits[number] ?? 0) | (1 << index);
    }
  }
  return bits;
}

function companyBits(columns: Columns, companies: readonly (number[] | undefined)[]): Uint8Array | undefined {
  if (companies.every((list) => list === undefined)) return undefined;
  const open = bitsOf(companies.flatMap((list, step) => (list ? [] : [step])));
  const bits = new Uint8Array(columns.companies.size).fill(open);
  for (const [step, list] of companies.entries()) {
    for (const company of list ?? []) bits[company] = (bits[company] ?? 0) | (1 << step);
  }
  return bits;
}

function schoolPart(columns: Columns, route: Route): Pick<Compiled, "bySchool" | "school"> {
  const [head] = route.steps;
  const asked = [...(head?.of === "school" ? [head.school] : []), ...(route.school === null ? [] : [route.school])];
  if (asked.length === 0 && route.country === null) return { bySchool: undefined, school: undefined };
  const numbers = asked.map((id) => columns.schools.find(id));
  const bySchool = new Uint8Array(columns.schools.size);
  for (let school = 0; school < bySchool.length; school += 1) {
    const isAllowed =
      numbers.every((number) => number === school) &&
      (route.country === null || columns.countries[school] === route.country);
    bySchool[school] = isAllowed ? 1 : 0;
  }
  return { bySchool, school: numbers[0] };
}

function needsOf(columns: Columns, step: RoleStep): number[] {
  const needs: number[] = [];
  if (step.levels.length > 0) needs.push(bitsOf(step.levels.flatMap(levelsFrom)));
  if (step.titles.length > 0) {
    needs.push(bitsOf(titleNumbers(columns, step).map((title) => columns.wordings.titles[title]?.levelNumber ?? 0)));
  }
  if (step.kinds.length > 0) needs.push(bitsOf(kindNumbers(step).map((kind) => kind + KIND_SHIFT)));
  return needs;
}
