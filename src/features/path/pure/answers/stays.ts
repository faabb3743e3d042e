import type { Columns } from "#features/path/pure/columns/columns.ts";
import { RETURN_BIT } from "#features/path/pure/columns/layout.ts";
import { Stops } from "#features/path/pure/columns/stops.ts";
import { FULL_TIME_BIT, INTERN_BITS } from "#features/path/pure/columns/wordings.ts";
import { TimeTable } from "#features/path/pure/statistics/time-table.ts";
import type { InsightKind } from "#features/path/pure/types.ts";
import { isWithin, yearOf, type Years } from "./conversion.ts";
import { isFullTimeRole, isInternRole, type Counted } from "./state.ts";

/** Whole months without a role that end a stay. */
const GAP_MONTHS = 6;
/** The longest gap between two roles of a stay, if one of the dates is known only to the year. */
const GAP_MONTHS_OF_YEARS = 24;

/** A stay, with the month and the year in which it began. */
type TakeStay = (stay: { start: number; year: number; months: number; isEnded: boolean; isOnYear: boolean }) => void;

/** Stays of a kind at one company, as times that ended or still run. */
export class StayCount {
  readonly times = new TimeTable();
  readonly #columns: Columns;
  readonly #stays: Stays;

  constructor(state: Counted, { kind, ...years }: Years & { kind: InsightKind }) {
    this.#columns = state.columns;
    this.#stays = new Stays(state, kind, ({ year, months, isEnded, isOnYear }) => {
      if (isWithin(year, years)) this.times.add(months, isEnded, isOnYear);
    });
  }

  add(line: number, company: number): void {
    this.#stays.visit(line, company);
    this.times.closePerson(this.#columns.isPublic(line));
  }
}

/** Finds the stays of a kind, line by line. */
export class Stays {
  readonly #state: Counted;
  readonly #kind: InsightKind;
  readonly #take: TakeStay;
  readonly #stops: Stops;
  #start = 0;
  #until = 0;
  #isOpen = false;
  #isOnYear = false;
  #isEndOnYear = false;
  #hasStay = false;
  #isToCome = false;
  /** The month by which the stop's roles so far have ended, and whether it is known to the year only. */
  #end = -1;
  #isLatestYear = false;
  /** A line without any of these bits has no such stay. */
  readonly #needed: number;

  constructor(state: Counted, kind: InsightKind, take: TakeStay) {
    this.#needed = kind === "everyone" ? -1 : kind === "intern" ? INTERN_BITS : FULL_TIME_BIT;
    this.#state = state;
    this.#kind = kind;
    this.#take = take;
    this.#stops = new Stops(state.columns, state.today);
  }

  /** The stays of a line, at one company or at any. */
  visit(line: number, company: number | undefined): void {
    const { columns } = this.#state;
    if (((columns.mask[line] ?? 0) & this.#needed) === 0) return;
    const from = columns.offset[line] ?? 0;
    const to = columns.offset[line + 1] ?? 0;
    if (this.#kind === "intern") this.#addTerms(from, to, company);
    else if (((columns.mask[line] ?? 0) & RETURN_BIT) === 0) this.#addRuns(from, to, company);
    else this.#addStops(line, from, company);
  }

  /** Interns: each term is one stay, where its months are known. */
  #addTerms(from: number, to: number, company: number | undefined): void {
    const { columns } = this.#state;
    const { times } = this.#stops;
    for (let role = from; role < to; role += 1) {
      if (company !== undefined && columns.company[role] !== company) continue;
      if (!isInternRole(columns, role) || times.isYear(role)) continue;
      this.#open(role);
      this.#close();
    }
  }

  #addStops(line: number, from: number, company: number | undefined): void {
    const stops = this.#stops;
    stops.read(line);
    for (let stop = 0; stop < stops.count; stop += 1) {
      if (company !== undefined && stops.company[stop] !== company) continue;
      this.#addStop(stop, from);
    }
  }

  /** For a line that never returns to a company, as most: each run of roles at one company is a stop. */
  #addRuns(from: number, to: number, company: number | undefined): void {
    const at = this.#state.columns.company;
    for (let role = from; role < to;) {
      let end = role + 1;
      while (end < to && at[end] === at[role]) end += 1;
      if (company === undefined || at[role] === company) {
        if (end === role + 1) this.#addAlone(role);
        else this.#addRun(role, end);
      }
      role = end;
    }
  }

  #addAlone(role: number): void {
    if (!this.#isCounted(role)) return;
    const { times } = this.#stops;
    if (times.isIncoming(role)) return;
    const start = times.start(role);
    const months = Math.max(1, times.lastsUntil(role) - start + 1);
    this.#take({ start, year: yearOf(start), months, isEnded: times.isPast(role), isOnYear: times.isYear(role) });
  }

  #addStop(stop: number, from: number): void {
    const { stopOf, first, last } = this.#stops;
    const end = last[stop] ?? 0;
    this.#end = -1;
    for (let role = first[stop] ?? 0; role <= end; role += 1) if (stopOf[role - from] === stop) this.#addRole(role);
    this.#close();
  }

  #addRun(from: number, to: number): void {
    this.#end = -1;
    for (let role = from; role < to; role += 1) this.#addRole(role);
    this.#close();
  }

  /** Adds the next role of a stop. Roles of the kind make the stay; any role fills a gap. */
  #addRole(role: number): void {
    const { times } = this.#stops;
    const isYear = times.isYear(role);
    if (this.#end >= 0) {
      const gap = times.start(role) - this.#end;
      if (isYear || this.#isLatestYear ? gap >= GAP_MONTHS_OF_YEARS : gap > GAP_MONTHS) this.#close();
    }
    const until = times.endsBy(role);
    if (until >= this.#end) {
      this.#end = until;
      this.#isLatestYear = isYear;
    }
    if (this.#isCounted(role)) this.#open(role);
  }

  #isCounted(role: number): boolean {
    return this.#kind === "everyone" || isFullTimeRole(this.#state.columns, role);
  }

  /** Begins a stay with a role, or continues it. */
  #open(role: number): void {
    const { times } = this.#stops;
    const until = times.lastsUntil(role);
    if (!this.#hasStay) {
      this.#hasStay = true;
      this.#isToCome = times.isIncoming(role);
      this.#start = times.start(role);
      this.#until = -1;
      this.#isOpen = false;
      this.#isOnYear = times.isYear(role);
    }
    if (!times.isPast(role)) this.#isOpen = true;
    if (until >= this.#until) {
      this.#until = until;
      this.#isEndOnYear = times.isYear(role);
    }
  }

  #close(): void {
    if (!this.#hasStay) return;
    this.#hasStay = false;
    const { today } = this.#state;
    // A future stay is not counted.
    if (this.#isToCome) return;
    const until = this.#isOpen ? today : this.#until;
    const months = Math.max(1, until - this.#start + 1);
    // An open stay lasts until today, whichever role was last.
    const isOnYear = this.#isOnYear || (!this.#isOpen && this.#isEndOnYear);
    this.#take({ start: this.#start, year: yearOf(this.#start), months, isEnded: !this.#isOpen, isOnYear });
  }
}
