/** Small worlds of pipelines with every awkward shape. */
import { ROLE_KINDS, type RoleKind } from "#core/role-kind.ts";
import fc from "fast-check";
import type { Level, PathLine, PathRole } from "#features/path/pure/types.ts";
import { type Phase } from "#features/pipeline/schema.ts";
import type { Words } from "./questions.ts";
import type { World } from "./reference/world.ts";

const month = (year: number, monthOfYear: number): number => year * 12 + monthOfYear - 1;

/** Months before, in and after July, so that year-only dates (July) fall before and after today. */
const TODAYS = [month(2026, 3), month(2026, 7), month(2026, 11)] as const;
/** Ids in the site's form, in an order without relation to their numbers. */
export function publicId(kind: string, at: number): string {
  return `${kind}${((at * 7919) % 99_991).toString(16).padStart(8, "0")}`.padEnd(24, "0");
}

const COMPANIES = [1, 2, 3, 4].map((at) => publicId("c", at));
const SCHOOLS = [1, 2].map((at) => publicId("5", at));
const COUNTRIES = ["CA", "IS"] as const;
const LEVELS: readonly Level[] = [
  ...(["intern", "junior", "mid", "senior", "lead", "staff", "principal"] as const),
  ...(["manager", "director", "executive"] as const),
];
const FAMILIES = ["software", "product", "general"] as const;
const USUAL_KINDS: readonly RoleKind[] = ["full-time", "intern", "full-time", "co-op", "contract"];

type Draft = {
  company: string | null;
  entry: number;
  after: number;
  length: number | null;
  isYear: boolean;
  kind: RoleKind;
  level: Level;
  family: string;
  spelling: number;
};

const draftRole: fc.Arbitrary<Draft> = fc.record({
  company: fc.option(fc.constantFrom(...COMPANIES), { freq: 8 }),
  entry: fc.integer({ min: 0, max: 2 }),
  /** Months since the start of the role before: 0 and small numbers make overlaps. */
  after: fc.oneof(fc.constantFrom(0, 1, 3, 4, 12), fc.integer({ min: 0, max: 40 })),
  length: fc.option(fc.oneof(fc.constantFrom(0, 1, 3, 4), fc.integer({ min: 0, max: 60 })), { freq: 6 }),
  isYear: fc.boolean(),
  kind: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...USUAL_KINDS) }, fc.constantFrom(...ROLE_KINDS)),
  level: fc.oneof(fc.constantFrom(...LEVELS), fc.constantFrom<Level>("mid", "senior")),
  family: fc.constantFrom("software", ...FAMILIES),
  spelling: fc.integer({ min: 0, max: 1 }),
});

/** A role may have begun or ended within this month or not: that depends on days, and months do not show days. */
function phaseOf(start: number, end: number | null, today: number, isLater: boolean): Phase {
  if (start > today || (start === today && isLater)) return "incoming";
  return end === null || end > today || (end === today && isLater) ? "current" : "past";
}

/** The public projection of a date known to the year: July. */
const toYear = (at: number): number => Math.floor(at / 12) * 12 + 6;

function roleOf(draft: Draft, line: number, at: number, start: number, isYear: boolean, today: number): PathRole {
  const end = draft.length === null ? null : start + draft.length;
  const slug = `${draft.level}-${draft.family}`;
  return {
    position: at,
    // Roles of one entry are at one company.
    entry: publicId(
      "e",
      line * 100 + (draft.company === null ? 0 : COMPANIES.indexOf(draft.company) + 1) * 10 + draft.entry,
    ),
    company: draft.company ?? "",
    companyName: draft.company === null ? "Undisclosed company" : `Company ${draft.company}`,
    title: `${slug} spelling ${draft.spelling}`,
    kind: draft.kind,
    family: draft.family,
    level: draft.level,
    slug,
    start: isYear ? toYear(start) : start,
    end: end === null ? null : isYear ? toYear(end) : end,
    isYear,
    phase: phaseOf(start, end, today, draft.entry === 2),
  };
}

type DraftLine = { drafts: Draft[]; begun: number; isPublic: boolean; school: string; allYears: boolean };

function lineOf(draft: DraftLine, index: number, today: number): PathLine {
  const id = publicId("a", index + 1);
  let start = today - draft.begun;
  let isAfterIncoming = false;
  const roles = draft.drafts.map((one, at) => {
    if (at > 0) start += one.after;
    const role = roleOf(one, index, at, start, draft.allYears || one.isYear, today);
    // Roles after a future role are in the future too.
    if (isAfterIncoming) role.phase = "incoming";
    isAfterIncoming = role.phase === "incoming";
    return role;
  });
  const { isPublic, school } = draft;
  return { id, isPublic, school, schoolName: school, country: COUNTRIES[SCHOOLS.indexOf(school)] ?? "", roles };
}

/** `begun`: months before today at which the first role began, negative for one still to come. */
function draftLine(roles: fc.Arbitrary<Draft[]>): fc.Arbitrary<DraftLine> {
  return fc.record({
    drafts: roles,
    begun: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 160 }) }, fc.integer({ min: -20, max: 20 })),
    isPublic: fc.boolean(),
    school: fc.constantFrom("", ...SCHOOLS, ...SCHOOLS.slice(0, 1)),
    allYears: fc.boolean(),
  });
}

/** An internship, then a full-time job, perhaps there, perhaps another one: what most figures count. */
const careerLine = draftLine(
  fc
    .tuple(draftRole, draftRole, draftRole, fc.boolean(), fc.integer({ min: 1, max: 3 }))
    .map(([a, b, c, back, count]) => {
      const intern: Draft = { ...a, kind: "intern", level: "intern", length: 3, isYear: false };
      const job: Draft = { ...b, kind: "full-time", after: 3 + b.after, company: back ? a.company : b.company };
      return [intern, { ...job, entry: back ? a.entry : b.entry }, c].slice(0, count);
    }),
);
const usualLine = draftLine(fc.array(draftRole, { minLength: 1, maxLength: 6 }));
const longLine = draftLine(fc.array(draftRole, { minLength: 40, maxLength: 60 }));

/** Copies of a few lines with one change each, so that more than 5 people share a way. */
function sharingOf(line: fc.Arbitrary<DraftLine>): fc.Arbitrary<DraftLine[]> {
  const change = fc.record({ begun: fc.integer({ min: 0, max: 160 }), isPublic: fc.boolean(), from: fc.nat(6) });
  return fc.tuple(line, fc.array(change, { minLength: 1, maxLength: 14 })).map(([first, changes]) => [
    first,
    ...changes.map(({ begun, isPublic, from }) => {
      const drafts = from > 0 && from < first.drafts.length ? first.drafts.slice(from - 1) : first.drafts;
      return { ...first, drafts, begun, isPublic };
    }),
  ]);
}

const lines: fc.Arbitrary<DraftLine[]> = fc
  .tuple(
    fc.array(fc.oneof({ weight: 12, arbitrary: usualLine }, longLine), { minLength: 0, maxLength: 10 }),
    fc.array(fc.oneof(sharingOf(usualLine), sharingOf(careerLine)), { minLength: 0, maxLength: 5 }),
    fc.array(careerLine, { minLength: 0, maxLength: 14 }),
  )
  .map(([single, crowds, careers]) => [...single, ...crowds.flat(), ...careers]);

export const world: fc.Arbitrary<World> = fc
  .tuple(lines, fc.constantFrom(...TODAYS))
  .map(([drafts, today]) => ({ today, lines: drafts.map((draft, at) => lineOf(draft, at, today)) }));

/** The names in questions about these worlds. */
export const WORDS: Words = {
  companies: COMPANIES,
  schools: SCHOOLS,
  countries: COUNTRIES,
  slugs: LEVELS.flatMap((level) => FAMILIES.map((family) => `${level}-${family}`)),
};
