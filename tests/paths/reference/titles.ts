/** GET /api/title and /api/title/{slug}: section 5. */
import type { PathLine, PathRole, Route } from "#features/path/pure/types.ts";
import type { TitleAnswer, TitleRow } from "#features/path/pure/title-types.ts";
import { linesOf, type Line } from "./search.ts";
import {
  companyPlace,
  showCount,
  showCurve,
  showShare,
  showSpread,
  showTable,
  showWholeYears,
  type Span,
} from "./shown.ts";
import { careerStartOf, companyKey, endOf, isToCome, monthsBetween, startOf, type World } from "./world.ts";

/** Names and spellings of the catalogue are not counted here. */
type TitleCount = Omit<TitleRow, "name">;
type Title = Omit<TitleAnswer, "lines" | "name"> & { lines: Line[] };

const MANAGEMENT: readonly string[] = ["manager", "director", "vp", "executive"];
const WITHOUT_CURVE: readonly string[] = ["intern", "junior", "mid"];

/** "`people`: who ever held it, in both calls." A role still to come counts. What is shown like zero is not there. */
export function titles(world: World): TitleCount[] {
  const roles = new Map(world.lines.flatMap((line) => line.roles.map((role) => [role.slug, role])));
  return [...roles.values()]
    .map(({ slug, level, family }) => ({
      slug,
      level,
      family,
      people: showCount(world.lines.filter((line) => line.roles.some((role) => role.slug === slug))),
    }))
    .filter(({ people }) => people !== 0)
    .toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
}

/** "today, or at the last role's end if nothing is current": the last month in which anything is known of the person. */
function censoredAt(line: PathLine, today: number): { month: number; isAbout: boolean } {
  if (line.roles.some((role) => role.phase === "current")) return { month: today, isAbout: false };
  const over = line.roles.filter((role) => role.phase === "past");
  const month = Math.max(...over.map((role) => endOf(role, today)));
  const last = over.findLast((role) => endOf(role, today) === month);
  return { month, isAbout: last?.isYear === true };
}

/**
 * "from career start to the first such role from then on (career start itself: 0; a role still to come counts in
 * `people` and is censored today)"
 */
function spanOf(line: PathLine, slug: string, today: number): (Span & { start: PathRole }) | undefined {
  const start = careerStartOf(line);
  if (start === undefined || isToCome(start)) return undefined;
  const reached = line.roles.find((role) => role.slug === slug && role.position >= start.position);
  if (reached !== undefined && !isToCome(reached)) {
    const isAbout = start.isYear || reached.isYear;
    return { line, start, months: monthsBetween(start, reached, today), hasEnded: true, isAbout };
  }
  const end = reached === undefined ? censoredAt(line, today) : { month: today, isAbout: false };
  const months = Math.max(0, end.month - startOf(start, today));
  return { line, start, months, hasEnded: false, isAbout: start.isYear || end.isAbout };
}

export function title(slug: string, world: World): Title | undefined {
  const held = world.lines.flatMap((line) => {
    const first = line.roles.find((role) => role.slug === slug);
    return first === undefined ? [] : [{ line, first, before: line.roles[first.position - 1] }];
  });
  const level = held[0]?.first.level;
  const family = held[0]?.first.family;
  if (level === undefined || family === undefined || showCount(held.map(({ line }) => line)) === 0) return undefined;
  // "none for intern, junior and mid titles"
  const hasCurve = !WITHOUT_CURVE.includes(level);
  const spans = world.lines.flatMap((line) => spanOf(line, slug, world.today) ?? []);
  // "at risk are pipelines whose career start is in the title's family (management titles: all with a career start)"
  const atRisk = spans.filter(({ start }) => MANAGEMENT.includes(level) || start.family === family);
  // "promoted (same company as the role before) or hired (also without a role before)"
  const promoted = held.filter(({ first, before }) => before && companyKey(before) === companyKey(first));
  const route: Route = {
    country: null,
    school: null,
    since: null,
    until: null,
    isFirst: false,
    isNow: false,
    links: [],
    steps: [{ of: "role", companies: [], titles: [slug], levels: [], kinds: [] }],
  };
  const listed = held.filter(({ line }) => held.length >= 5 || line.isPublic);
  return {
    slug,
    level,
    family,
    spellings: spellingsOf(slug, world),
    people: showCount(held.map(({ line }) => line)),
    months: hasCurve ? showSpread(spans.filter((span) => span.hasEnded)) : null,
    wholeYears: hasCurve ? showWholeYears(spans.filter((span) => span.hasEnded)) : [],
    curve: hasCurve ? showCurve(atRisk) : null,
    fromTitles: showTable(
      held.map(({ line, before }) => ({ line, places: before ? [{ id: before.slug, name: before.slug }] : [] })),
    ),
    promoted: showCount(promoted.map(({ line }) => line)),
    hired: showCount(held.filter((one) => !promoted.includes(one)).map(({ line }) => line)),
    companies: showTable(
      held.map(({ line }) => ({
        line,
        places: line.roles.filter((role) => role.slug === slug).flatMap((role) => companyPlace(role)),
      })),
    ),
    firstAt: firstAt(
      held.map(({ line, first }) => ({
        line,
        first,
        isPromoted: promoted.some((one) => one.line === line),
        span: hasCurve ? spans.find((span) => span.line === line && span.hasEnded) : undefined,
      })),
    ),
    lines: linesOf(
      listed.map(({ line, first }) => ({ line, roles: [first] })),
      route,
      "recent",
      world,
    ),
  };
}

type Arrival = { line: PathLine; first: PathRole; isPromoted: boolean; span: Span | undefined };

/** Each person once, at the company where they first held it; the times are those of `months`. */
function firstAt(arrivals: readonly Arrival[]): TitleAnswer["firstAt"] {
  const table = showTable(arrivals.map(({ line, first }) => ({ line, places: companyPlace(first) })));
  return {
    others: table.others,
    rows: table.rows.map((row) => {
      const here = arrivals.filter(({ first }) => first.company === row.id);
      return {
        ...row,
        months: showSpread(here.flatMap(({ span }) => span ?? [])),
        promotedInside: showShare(here.filter((one) => one.isPromoted).length, here.length),
      };
    }),
  };
}

/** "the spellings held by 5 people or more" */
function spellingsOf(slug: string, world: World): string[] {
  const spelt = world.lines.flatMap((line) => {
    const own = line.roles.filter((role) => role.slug === slug).map((role) => role.title);
    return [...new Set(own)].map((text) => ({ line, places: [{ id: text, name: text }] }));
  });
  return showTable(spelt).rows.map((row) => row.id);
}
