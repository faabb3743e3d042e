/**
 * The rule of five: every figure that combines facts leaves the engine through this file. Numbers are shown from 5
 * people on; 1 to 4 people are null, or 0 if none of them is public. docs/paths.md explains it.
 */
import { compareText } from "#core/text.ts";
import { MOST_TIMES, MOST_ROWS, NODE_OTHER, SHOWN_FROM_PEOPLE } from "./limits.ts";
import { kaplanMeier, medianTime, type SurvivalStep } from "./statistics/kaplan-meier.ts";
import { quartiles, type Histogram } from "./statistics/quartiles.ts";
import { wilson } from "./statistics/wilson.ts";
import type { CurveTimes, Counts } from "./statistics/time-table.ts";
import type { Count, Curve, FlowLink, GroupedShare, InternedFirst, Named, Share, Spread, Table } from "./types.ts";
import type { WholeYears } from "./title-types.ts";

export type { Counts };

/** A curve ends at the last month in which at least this many people are left. */
export const CURVE_ENDS_BELOW = SHOWN_FROM_PEOPLE;

/**
 * The fewest people that a row needs to be shown: five, or more if a table is already full of rows with at least
 * `people` people.
 */
export function leastShown(people: number | undefined): number {
  return Math.max(SHOWN_FROM_PEOPLE, people ?? 0);
}

export function isShown(people: number): boolean {
  return people >= SHOWN_FROM_PEOPLE;
}

export function showCount({ people, publics }: Counts): Count {
  if (isShown(people)) return people;
  return publics > 0 ? null : 0;
}

/** The people of a route. `isExact`: the people of one company or school, whom its page lists anyway. */
export function showPeople(counts: Counts, isExact: boolean): { people: Count; fewerThan: 5 | null } {
  const people = isExact ? counts.people : showCount(counts);
  return { people, fewerThan: people === null ? SHOWN_FROM_PEOPLE : null };
}

/** May the list of people contain anonymous ones? With fewer than 5 people, it contains public people only. */
export function maySeeAnonymous(counts: Counts, isExact: boolean): boolean {
  return isExact || isShown(counts.people);
}

/** Single times, if there are few enough people to draw each one; months in order. */
export function showTimes({ people }: Counts, times: readonly number[]): number[] {
  if (people > MOST_TIMES || !isShown(times.length)) return [];
  return times.toSorted((a, b) => a - b);
}

export function showSpread(values: Histogram, isAbout: boolean): Spread {
  return isShown(values.total) ? { ...quartiles(values), isAbout } : null;
}

const MONTHS_A_YEAR = 12;

/**
 * How many people took how many whole years. From year 0 on, years are joined until a group has 5 people; people left
 * over at the end join the last group. The end of the last group is not shown: it would be one person's time.
 */
export function showWholeYears(months: Histogram): WholeYears[] {
  if (!isShown(months.total)) return [];
  const groups: WholeYears[] = [];
  let before = 0;
  let since = 0;
  for (let year = 0; before < months.total; year += 1) {
    const until = months.below((year + 1) * MONTHS_A_YEAR);
    if (!isShown(until - before)) {
      if (until < months.total) continue;
      const last = groups.at(-1);
      if (last) last.people += until - before;
    } else {
      groups.push({ since, until: year, people: until - before });
      since = year + 1;
    }
    before = until;
  }
  const last = groups.at(-1);
  if (last) last.until = null;
  return groups;
}

function isShownShare(yes: number, of: number): boolean {
  const isSide = (people: number): boolean => people === 0 || isShown(people);
  return isShown(of) && isSide(yes) && isSide(of - yes);
}

export function showShare(yes: number, of: number): Share {
  return isShownShare(yes, of) ? { people: yes, of, ...wilson(yes, of) } : null;
}

export type YearPart = { year: number; yes: number; of: number };

/**
 * Shares by year. Years whose share may not be shown alone are joined: from the earliest year on, each group takes
 * years until its share may be shown. If the last group never gets there, it is joined with the group before it, and
 * again with the one before that. The answer is empty if even all years together are too few people.
 */
export function showShareByYears(parts: readonly YearPart[]): GroupedShare[] {
  type Group = { since: number; until: number; yes: number; of: number };
  const groups: Group[] = [];
  let open: Group | undefined;
  const years = new Map(parts.map((part) => [part.year, part]));
  const known = [...years.keys()].toSorted((a, b) => a - b);
  for (let year = known[0] ?? 0; year <= (known.at(-1) ?? -1); year += 1) {
    const part = years.get(year) ?? { yes: 0, of: 0 };
    open = open
      ? { ...open, until: year, yes: open.yes + part.yes, of: open.of + part.of }
      : { since: year, until: year, yes: part.yes, of: part.of };
    if (isShownShare(open.yes, open.of)) {
      groups.push(open);
      open = undefined;
    }
  }
  while (open) {
    const before = groups.pop();
    if (!before) return [];
    open = { since: before.since, until: open.until, yes: before.yes + open.yes, of: before.of + open.of };
    if (isShownShare(open.yes, open.of)) {
      groups.push(open);
      break;
    }
  }
  return groups.map(({ since, until, yes, of }) => ({ people: yes, of, ...wilson(yes, of), since, until }));
}

export function showInternedFirst(yes: number, of: number, isTwice: boolean): InternedFirst {
  if (!isShown(of)) return null;
  return { people: isShownShare(yes, of) ? yes : null, of, isTwice };
}

/** Most people first, then by id. */
function inOrder(a: Named, b: Named): number {
  return b.people - a.people || compareText(a.id, b.id);
}

/** The rows that may be shown, sorted, at most as many as an answer may have. */
export function showRows(rows: readonly Named[]): Named[] {
  return rows
    .filter((row) => isShown(row.people))
    .toSorted(inOrder)
    .slice(0, MOST_ROWS);
}

/** `rows` are the rows that may be shown; `others` are the people in none of them. */
export function showTable(rows: Named[], others: Counts): Table {
  return { rows, others: showCount(others) };
}

/** The people who go from one node to another. */
export type LinkCounts = Counts & { from: string; to: string };

/**
 * In links below 5 people, `other` replaces the end; if they are still below 5, it replaces both sides. Largest first.
 * A link of 0 is left out: it would say that somebody is there.
 */
export function showLinks(links: readonly LinkCounts[]): FlowLink[] {
  const atEnd = folded(links, (link) => ({ ...link, to: NODE_OTHER }));
  const onBoth = folded(atEnd, (link) => ({ ...link, from: NODE_OTHER, to: NODE_OTHER }));
  return onBoth
    .map(({ from, to, ...counts }) => ({ from, to, people: showCount(counts), size: counts.people }))
    .toSorted((a, b) => b.size - a.size || compareText(`${a.from} ${a.to}`, `${b.from} ${b.to}`))
    .filter(({ people }) => people !== 0)
    .map(({ from, to, people }) => ({ from, to, people }));
}

function folded(links: readonly LinkCounts[], fold: (link: LinkCounts) => LinkCounts): LinkCounts[] {
  const kept = new Map<string, LinkCounts>();
  for (const link of links) {
    const to = isShown(link.people) ? link : fold(link);
    const key = `${to.from} ${to.to}`;
    const known = kept.get(key);
    kept.set(key, {
      ...to,
      people: link.people + (known?.people ?? 0),
      publics: link.publics + (known?.publics ?? 0),
    });
  }
  return [...kept.values()];
}

/**
 * A curve of times. With fewer than 5 people who ended, there is none. Its last month is the last one with 5 people
 * left. The median is computed before this cut.
 */
export function showCurve(times: CurveTimes): Curve {
  const people = showCount(times.people);
  const ended = showCount(times.endedPeople);
  const isAbout = people !== 0 && times.onYears > 0;
  if (!isShown(times.endedPeople.people)) return { people, ended, isAbout, steps: [], median: null, years: [] };
  const hasBand = times.onYears * 2 <= times.total;
  const bare = <T extends { low: number | null; high: number | null }>(of: T): T =>
    hasBand ? of : { ...of, low: null, high: null };
  const all = kaplanMeier(times.table());
  const lastMonth = times.lastMonthWith(CURVE_ENDS_BELOW);
  const median = medianTime(all);
  const steps = all.filter((step) => step.months <= lastMonth);
  const before: SurvivalStep = { months: 0, atRisk: times.total, ended: 0, survival: 1, low: 1, high: 1 };
  const at = (months: number): SurvivalStep => ({
    ...(steps.findLast((step) => step.months <= months) ?? before),
    months,
    atRisk: times.atRisk(months),
  });
  if (steps.at(-1)?.months !== lastMonth) steps.push(at(lastMonth));
  const years = Array.from({ length: Math.floor(lastMonth / 12) + 1 }, (_, year) => ({ year, ...at(year * 12) }));
  return {
    people,
    ended,
    isAbout,
    steps: steps.map(({ months, atRisk, survival, low, high }) => bare({ months, atRisk, survival, low, high })),
    median: median && median.months <= lastMonth ? bare(median) : null,
    years: years.map(({ year, atRisk, survival, low, high }) => bare({ years: year, atRisk, survival, low, high })),
  };
}
