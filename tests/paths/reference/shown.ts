/** Decides which numbers of people are shown: sections 1.2, 1.3 and 1.5. */
import type { Count, Curve, PathLine, PathRole, Share, Spread, Table } from "#features/path/pure/types.ts";
import type { WholeYears } from "#features/path/pure/title-types.ts";
import { kaplanMeier, medianOf, quantile, valueAt, wilson } from "./statistics.ts";

const FIVE = 5;

export function unique(lines: readonly PathLine[]): PathLine[] {
  return [...new Set(lines)];
}

/**
 * "The number is 'fewer than 5'; where none of them is public it is shown like zero, in every answer that counts the
 * same people."
 */
export function showCount(lines: readonly PathLine[]): Count {
  const people = unique(lines);
  if (people.length >= FIVE || people.length === 0) return people.length;
  return people.some((line) => line.isPublic) ? null : 0;
}

export type Duration = { months: number; isAbout: boolean };

/** "A duration that ends in one [that begins in the future] is null"; "figures with year-dated roles say `isAbout`". */
export function showSpread(durations: readonly Duration[]): Spread {
  if (durations.length < FIVE) return null;
  const months = durations.map((one) => one.months);
  return {
    q1: quantile(months, 0.25),
    median: quantile(months, 0.5),
    q3: quantile(months, 0.75),
    isAbout: durations.some((one) => one.isAbout),
  };
}

/**
 * "Groups are contiguous years, joined from the earliest on until they are tellable; what is left joins the last
 * group." The first group begins with no year at all, and the last one has no end.
 */
export function showWholeYears(durations: readonly Duration[]): WholeYears[] {
  const years = durations.map(({ months }) => Math.floor(months / 12));
  if (years.length < FIVE) return [];
  const within = (since: number, until: number): number => years.filter((one) => one >= since && one <= until).length;
  const groups: { since: number; until: number }[] = [];
  let since = 0;
  for (let year = 0; year <= Math.max(...years); year += 1) {
    if (within(since, year) < FIVE) continue;
    groups.push({ since, until: year });
    since = year + 1;
  }
  return groups.map((group, index) => {
    const isLast = index === groups.length - 1;
    const people = within(group.since, isLast ? Infinity : group.until);
    return { since: group.since, until: isLast ? null : group.until, people };
  });
}

export function isShownShare(people: number, of: number): boolean {
  return of >= FIVE && [people, of - people].every((side) => side === 0 || side >= FIVE);
}

/** "A share is shown from 5 people on if each side is 0 or at least 5." */
export function showShare(people: number, of: number): Share {
  return isShownShare(people, of) ? { people, of, ...wilson(people, of) } : null;
}

export type Place = { id: string; name: string };

/** "Rows of 5 people or more"; a person counts once a row; who is in no row is in `others`. */
export function showTable(people: readonly { line: PathLine; places: readonly Place[] }[]): Table {
  const names = new Map<string, string>();
  const held = new Map<string, Set<PathLine>>();
  for (const { line, places } of people) {
    for (const { id, name } of places.filter((place) => place.id !== "")) {
      names.set(id, names.get(id) ?? name);
      held.set(id, (held.get(id) ?? new Set()).add(line));
    }
  }
  const rows = [...held]
    .map(([id, lines]) => ({ id, name: names.get(id) ?? "", people: lines.size }))
    .filter((row) => row.people >= FIVE)
    .toSorted((a, b) => b.people - a.people || (a.id < b.id ? -1 : 1));
  const shown = new Set(rows.map((row) => row.id));
  const others = people.filter(({ places }) => !places.some((place) => shown.has(place.id)));
  return { rows, others: showCount(others.map(({ line }) => line)) };
}

export function companyPlace(role: PathRole | undefined): Place[] {
  return role === undefined || role.company === "" ? [] : [{ id: role.company, name: role.companyName }];
}

export type Span = { line: PathLine; months: number; hasEnded: boolean; isAbout: boolean };

/**
 * "people: different people; atRisk counts stays. Told, and ending, by people: a curve of which fewer than 5 people
 * ended has no steps, no median and no years. steps: one at each end, and the last month at which 5 are left". "Where
 * more than half of the times rest on a year, `low` and `high` are null." Median "read before the curve is cut; none if
 * fewer than 5 are at risk there; the curve ends where fewer than 5 are left".
 */
export function showCurve(spans: readonly Span[]): Curve {
  const ended = spans.filter((span) => span.hasEnded);
  const people = showCount(spans.map((span) => span.line));
  // Nothing is said of people who are shown like nobody.
  const isAbout = people !== 0 && spans.some((span) => span.isAbout);
  const curve = {
    people,
    ended: showCount(ended.map((span) => span.line)),
    isAbout,
  };
  if (unique(ended.map((span) => span.line)).length < FIVE) return { ...curve, steps: [], median: null, years: [] };
  const hasBand = spans.filter((span) => span.isAbout).length * 2 <= spans.length;
  const left = (months: number): Span[] => spans.filter((span) => span.months >= months);
  const isShown = (months: number): boolean => unique(left(months).map((span) => span.line)).length >= FIVE;
  const rows = kaplanMeier(spans);
  const pointAt = (months: number) => {
    const { survival, low, high } = valueAt(rows, months);
    return { atRisk: left(months).length, survival, low: hasBand ? low : null, high: hasBand ? high : null };
  };
  const last = Math.max(...spans.map((span) => span.months).filter(isShown));
  const at = new Set([...rows.map((row) => row.months).filter(isShown), last]);
  const median = medianOf(rows);
  const years = [];
  for (let year = 0; year * 12 <= last; year += 1) years.push({ years: year, ...pointAt(year * 12) });
  return {
    ...curve,
    steps: [...at].toSorted((a, b) => a - b).map((months) => ({ months, ...pointAt(months) })),
    median: median === null || !isShown(median.months) ? null : hasBand ? median : { ...median, low: null, high: null },
    years,
  };
}
