import { EARLIEST_DATE, LATEST_DATE, partsOf, toDate, type DatePrecision } from "#core/calendar.ts";
import { between, normal, type Random } from "./random.ts";

export type DemoKind = "intern" | "co-op" | "part-time" | "full-time" | "contract" | "founder" | "research";
type DemoRole = {
  title: string;
  kind: DemoKind;
  startDate: string;
  /** undefined = current */
  endDate: string | undefined;
  datePrecision: DatePrecision;
  /** 20 to 100; undefined = none. */
  rating: number | undefined;
};
/** `company` is the index in the world's list. */
export type DemoStop = { company: number; undisclosed: boolean; roles: DemoRole[] };

const SHARE = { yearsOnly: 0.1, days: 0.05, rated: 0.85, ratedNow: 0.7 } as const;
/** How ratings vary: between people, and between one person's jobs. */
const OUTLOOK = { person: 0.35, job: 0.8 } as const;
const MAX_ROLES_AT_ONE = 8;
const MAX_COMPANIES = 12;

/** Months since the year 0, for calculations without days. */
export type Month = number;

export function monthOf(date: string): Month {
  const parts = partsOf(date);
  if (!parts) throw new Error(`"${date}" is not a date.`);
  return parts.year * 12 + parts.month - 1;
}

const FIRST = monthOf(EARLIEST_DATE);
const LAST = monthOf(LATEST_DATE);

/** A pipeline that is being made. It has one stop for each company, in order of the first role. */
export class Line {
  readonly stops = new Map<number, DemoStop>();
  readonly #random: Random;
  readonly #mood: (company: number) => number;
  readonly #now: Month;
  readonly #outlook: number;
  readonly #precision: DatePrecision;

  constructor(random: Random, mood: (company: number) => number, now: Month) {
    this.#random = random;
    this.#mood = mood;
    this.#now = now;
    this.#outlook = normal(random, 0, OUTLOOK.person);
    const draw = random();
    this.#precision = draw < SHARE.yearsOnly ? "year" : draw < SHARE.yearsOnly + SHARE.days ? "day" : "month";
  }

  /** True if only years are known. A role in the future would then look as if it had begun. */
  get hasYearsOnly(): boolean {
    return this.#precision === "year";
  }

  /** Adds a role between two months; without `end` it is current. @returns false if there is no room for it */
  add(company: number, title: string, kind: DemoKind, start: Month, end: Month | undefined): boolean {
    if (start < FIRST || start > LAST || (end !== undefined && (end < start || end > LAST))) return false;
    const stop = this.stops.get(company) ?? { company, undisclosed: false, roles: [] };
    if (stop.roles.length >= MAX_ROLES_AT_ONE) return false;
    if (!this.stops.has(company) && this.stops.size >= MAX_COMPANIES) return false;
    this.stops.set(company, stop);
    const startDay = this.#precision === "day" ? between(this.#random, 1, 14) : 1;
    const endDay = this.#precision === "day" ? between(this.#random, 15, 28) : 1;
    stop.roles.push({
      title,
      kind,
      startDate: this.#dateOf(start, startDay),
      endDate: end === undefined ? undefined : this.#dateOf(end, endDay),
      datePrecision: this.#precision,
      rating: this.#rate(company, start, end),
    });
    return true;
  }

  #dateOf(month: Month, day: number): string {
    const date = toDate(Math.floor(month / 12), this.#precision === "year" ? 1 : (month % 12) + 1, day);
    return date > LATEST_DATE ? LATEST_DATE : date;
  }

  /** Nobody rates a future role. People rate present roles less often than past ones. */
  #rate(company: number, start: Month, end: Month | undefined): number | undefined {
    if (start > this.#now) return undefined;
    if (this.#random() >= (end === undefined || end > this.#now ? SHARE.ratedNow : SHARE.rated)) return undefined;
    const felt = normal(this.#random, this.#mood(company) + this.#outlook, OUTLOOK.job);
    return 20 * Math.min(5, Math.max(1, Math.round(felt)));
  }
}

/** The last day of a role that ends in a month, in the precision of the person's dates. */
export function endOf(month: Month, precision: DatePrecision): string {
  if (precision === "year") return toDate(Math.floor(month / 12), 1);
  return toDate(Math.floor(month / 12), (month % 12) + 1, precision === "day" ? 28 : 1);
}
