import type { Columns } from "#features/path/pure/columns/columns.ts";
import { FULL_TIME_BIT, INTERN_BITS } from "#features/path/pure/columns/wordings.ts";
import { Times } from "#features/path/pure/columns/times.ts";
import { showCount, showShare, showShareByYears, type YearPart } from "#features/path/pure/rule-of-five.ts";
import type { CompanyInsights } from "#features/path/pure/types.ts";
import { countIn, isFullTimeRole, isInternRole, newCounts, type State } from "./state.ts";

/** An internship counts from this many months after its end on: the next job may begin later. */
export const MONTHS_AFTER_INTERNSHIP = 12;

export type Years = { since: number | null; until: number | null };

export function isWithin(year: number, { since, until }: Years): boolean {
  return (since === null || year >= since) && (until === null || year <= until);
}

export function yearOf(month: number): number {
  return Math.floor(month / 12);
}

/** Counts people by the year in which their internship ended, and all of them. */
class CountsByYear {
  readonly byYear = new Map<number, YearPart>();
  readonly total = { yes: 0, of: 0 };

  add(year: number, isYes: boolean): void {
    let part = this.byYear.get(year);
    if (!part) this.byYear.set(year, (part = { year, yes: 0, of: 0 }));
    for (const sum of [part, this.total]) {
      sum.of += 1;
      if (isYes) sum.yes += 1;
    }
  }
}

/** For a company's interns whose next full-time role is known: the share who have it at this company. */
export class ConversionCount {
  readonly #state: State;
  readonly #times: Times;
  readonly #company: number;
  readonly #asked: Years;
  readonly #here = new CountsByYear();
  readonly #noFullTimeYet = newCounts();

  constructor(state: State, company: number, asked: Years) {
    this.#state = state;
    this.#times = new Times(state.columns, state.today);
    this.#company = company;
    this.#asked = asked;
  }

  /** Adds a line that has the company. */
  add(line: number): void {
    const { columns } = this.#state;
    if (((columns.mask[line] ?? 0) & INTERN_BITS) === 0) return;
    const company = this.#company;
    const from = columns.offset[line] ?? 0;
    const to = columns.offset[line + 1] ?? 0;
    let role = to - 1;
    while (role >= from && !(columns.company[role] === company && isInternRole(columns, role))) role -= 1;
    if (role < from || !isOver(this.#times, role)) return;
    const year = yearOf(this.#times.lastsUntil(role));
    if (!isWithin(year, this.#asked)) return;
    let next = role + 1;
    while (next < to && !isFullTimeRole(columns, next)) next += 1;
    if (next === to) countIn(this.#noFullTimeYet, columns.isPublic(line));
    else this.#here.add(year, columns.company[next] === company);
  }

  answer(): CompanyInsights["conversion"] {
    const { total, byYear } = this.#here;
    const everywhere = this.#state.everywhere.conversion(this.#asked);
    return {
      all: showShare(total.yes, total.of),
      years: showShareByYears([...byYear.values()]),
      noFullTimeYet: showCount(this.#noFullTimeYet),
      everywhere: showShare(everywhere.yes, everywhere.of),
    };
  }
}

function isOver(times: Times, role: number): boolean {
  return times.isPast(role) && times.today - times.lastsUntil(role) >= MONTHS_AFTER_INTERNSHIP;
}

/** One person's last internship before their first full-time role, at any company. */
type ConversionYear = { year: number; isYes: boolean };

export function conversionAtAnyCompany(columns: Columns, times: Times, line: number): ConversionYear | undefined {
  const mask = columns.mask[line] ?? 0;
  if ((mask & INTERN_BITS) === 0 || (mask & FULL_TIME_BIT) === 0) return undefined;
  const from = columns.offset[line] ?? 0;
  const to = columns.offset[line + 1] ?? 0;
  let first = from;
  while (first < to && !isFullTimeRole(columns, first)) first += 1;
  if (first === to) return undefined;
  let intern = first - 1;
  while (intern >= from && !isInternRole(columns, intern)) intern -= 1;
  if (intern < from || !isOver(times, intern)) return undefined;
  return { year: yearOf(times.lastsUntil(intern)), isYes: columns.company[intern] === columns.company[first] };
}
