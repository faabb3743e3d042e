import type { RoleKind } from "#core/role-kind.ts";
import type { Level } from "#features/title/schema.ts";
import { contradictionOf } from "#features/path/pure/query/contradiction.ts";
import type { Item } from "./items.ts";

export type Link = { months?: number; isNext?: boolean };

/** A step of the route while the sentence is read. `link` connects it with the step before. */
export type Step = {
  schools: string[];
  companies: string[];
  titles: string[];
  levels: Level[];
  kinds: RoleKind[];
  link: Link;
  /** "there", "came back": at the company of the step beside it. */
  isSame: boolean;
  /** "from intern to staff at X": the step came directly after "to", so its company may be that of both steps. */
  isAfterTo: boolean;
};

export type Position = Extract<Item, { is: "title" | "level" | "kind" }>;

export function newStep(): Step {
  return { schools: [], companies: [], titles: [], levels: [], kinds: [], link: {}, isSame: false, isAfterTo: false };
}

export function hasPosition(step: Step): boolean {
  return step.titles.length + step.levels.length + step.kinds.length > 0;
}

export function isEmpty(step: Step): boolean {
  return !hasPosition(step) && step.companies.length + step.schools.length === 0;
}

/** Does the step already have a facet of this kind? Two facets of a kind are alternatives and not both required. */
export function hasSort(step: Step, item: Position): boolean {
  if (item.is === "title") return step.titles.length > 0;
  if (item.is === "level") return step.levels.length > 0;
  return step.kinds.length > 0;
}

function addOnce<Value>(list: Value[], value: Value): void {
  if (!list.includes(value)) list.push(value);
}

export function addPosition(step: Step, item: Position): void {
  if (item.is === "title") addOnce(step.titles, item.slug);
  else if (item.is === "level") addOnce(step.levels, item.level);
  else addOnce(step.kinds, item.kind);
}

export function addCompany(step: Step, company: string): void {
  addOnce(step.companies, company);
}

function takeCompanies(step: Step, from: Step | undefined): void {
  step.companies = [...(from?.companies ?? [])];
}

/** "from intern to full-time at X": both at X. Not a doctorate or a founded company, which are elsewhere. */
function isWithinOne(first: Step | undefined, second: Step | undefined, steps: number): boolean {
  if (first === undefined || second === undefined || steps !== 2) return false;
  const isElsewhere = first.kinds.includes("research") || first.kinds.includes("founder");
  return second.isAfterTo && hasPosition(first) && !isElsewhere && first.companies.length + first.schools.length === 0;
}

/** "interned as a software engineer": a title of interns, because no internship has a title of the level mid. */
function asInterns(step: Step): void {
  if (step.kinds.includes("intern") && step.titles.some((slug) => slug.startsWith("mid-"))) {
    step.titles = step.titles.map((slug) => slug.replace(/^mid-/, "intern-"));
    step.kinds = step.kinds.filter((kind) => kind !== "intern");
  }
  if (step.titles.some((slug) => slug.startsWith("intern-")))
    step.kinds = step.kinds.filter((kind) => kind !== "intern");
}

/** Can one role satisfy the step and this item too? */
export function canBe(step: Step, item: Position): boolean {
  const both = { ...step, titles: [...step.titles], levels: [...step.levels], kinds: [...step.kinds] };
  addPosition(both, item);
  asInterns(both);
  const { titles, kinds } = both;
  const levels = both.levels.filter((level) => level !== "intern");
  return contradictionOf({ titles, levels, kinds }) === undefined;
}

/** Fills in companies that the sentence only implies, and titles of interns. */
export function settle(steps: Step[]): void {
  for (const [at, step] of steps.entries()) {
    if (step.isSame && step.companies.length === 0) {
      const before = steps.slice(0, at).findLast(({ companies }) => companies.length > 0);
      takeCompanies(step, before ?? steps.slice(at).find(({ companies }) => companies.length > 0));
    }
  }
  const [first, second] = steps;
  if (first !== undefined && isWithinOne(first, second, steps.length)) takeCompanies(first, second);
  for (const step of steps) {
    asInterns(step);
  }
}
