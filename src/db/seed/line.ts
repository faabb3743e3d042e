import { EARLIEST_DATE, LATEST_DATE, partsOf, toDate, type DatePrecision } from "#core/calendar.ts";
import { between, normal, type Random } from "./random.ts";

export type DemoKind = "intern" | "co-op" | "part-time" | "full-time" | "contract" | "research";
export type DemoRole = {
  title: string;
  kind: DemoKind;
  startDate: string;
  /** undefined = current */
  endDate: string | undefined;
  datePrecision: DatePrecision;
  /** 20..100, undefined = none */
  rating: number | undefined;
};
/** The company by its place in the world's list. */
export type DemoEntry = { company: number; roles: DemoRole[] };

const SHARE = { yearsOnly: 0.1, days: 0.05, rated: 0.82 } as const;
const MAX_ROLES_AT_ONE = 8;
const MAX_COMPANIES = 12;

/** Months since year 0: calendar arithmetic without days. */
export type Month = number;

export function monthOf(date: string): Month {
  const parts = partsOf(date);
  if (!parts) throw new Error(`"${date}" is no date.`);
  return parts.year * 12 + parts.month - 1;
}

const FIRST = monthOf(EARLIEST_DATE);
const LAST = monthOf(LATEST_DATE);

/** A person's line while it is being made: one entry a company, in order of the first role. */
export class Line {
  readonly entries = new Map<number, DemoEntry>();
  private readonly random: Random;
  private readonly mood: (company: number) => number;
  private readonly precision: DatePrecision;

  constructor(random: Random, mood: (company: number) => number) {
    this.random = random;
    this.mood = mood;
    const draw = random();
    this.precision = draw < SHARE.yearsOnly ? "year" : draw < SHARE.yearsOnly + SHARE.days ? "day" : "month";
  }

  /** Only years are known: what lies ahead would look as if it had begun. */
  get hasYearsOnly(): boolean {
    return this.precision === "year";
  }

  /** Adds a role from a month to a month; `end` undefined = current. Says whether it had a place. */
  add(company: number, title: string, kind: DemoKind, start: Month, end: Month | undefined): boolean {
    if (start < FIRST || start > LAST || (end !== undefined && (end < start || end > LAST))) return false;
    const entry = this.entries.get(company) ?? { company, roles: [] };
    if (entry.roles.length >= MAX_ROLES_AT_ONE) return false;
    if (!this.entries.has(company) && this.entries.size >= MAX_COMPANIES) return false;
    this.entries.set(company, entry);
    const startDay = this.precision === "day" ? between(this.random, 1, 14) : 1;
    const endDay = this.precision === "day" ? between(this.random, 15, 28) : 1;
    entry.roles.push({
      title,
      kind,
      startDate: this.dateOf(start, startDay),
      endDate: end === undefined ? undefined : this.dateOf(end, endDay),
      datePrecision: this.precision,
      rating: this.rate(company),
    });
    return true;
  }

  private dateOf(month: Month, day: number): string {
    const date = toDate(Math.floor(month / 12), this.precision === "year" ? 1 : (month % 12) + 1, day);
    return date > LATEST_DATE ? LATEST_DATE : date;
  }

  private rate(company: number): number | undefined {
    if (this.random() >= SHARE.rated) return undefined;
    return 20 * Math.min(5, Math.max(1, Math.round(normal(this.random, this.mood(company), 0.9))));
  }
}

/** The last day of a role that ends in a month, as precisely as it is known. */
export function endOf(month: Month, precision: DatePrecision): string {
  if (precision === "year") return toDate(Math.floor(month / 12), 1);
  return toDate(Math.floor(month / 12), (month % 12) + 1, precision === "day" ? 28 : 1);
}
