import { calendarDay, DAY_MS } from "#core/calendar.ts";

/**
 * A number of hidden people disappears only when at least this many of its people are gone, so that it does not appear
 * and disappear repeatedly.
 */
const SLACK = 2;

/**
 * How long something waits before a batch counts it, in milliseconds. For stops and ratings only the day is stored, and
 * they wait from its beginning: two days are at least one whole day. A finer time could be matched with sign-ups.
 */
export type Waits = {
  /** A hidden person's account, since its e-mail was confirmed: nobody raises a number in an afternoon. */
  account: number;
  /** A hidden person's stop, since a batch first read it: an old account does not make a new stop count sooner. */
  stop: number;
  /** A new or changed rating waits too, so that nobody can try many ratings in a day and watch the average. */
  rating: number;
  /** For how long at most a published number still stores a person who left it. */
  left: number;
};
export const WAITS: Waits = { account: DAY_MS, stop: 2 * DAY_MS, rating: 2 * DAY_MS, left: DAY_MS };

/** The inputs of a batch. */
export type Batch = {
  now: Date;
  waits: Waits;
  /** Hidden people behind a number before it shows; setting K_HIDDEN. */
  k: number;
  /** Ratings before a level shows; setting MIN_RATERS. */
  minRaters: number;
};

/** The last day whose stops, ratings or leavers have waited long enough. */
export function lastDayWaited({ now, waits }: Pick<Batch, "now" | "waits">, wait: "stop" | "rating" | "left"): string {
  return calendarDay(new Date(now.getTime() - waits[wait]));
}

/** The last publication of a number of hidden people: how many were behind it, and the number shown. */
export type Published = { members: number; people: number };

/** The people behind a number now, compared with its last publication. */
export type Members = {
  people: number;
  /** Those of `people` who were in it and have not changed. */
  stayed: number;
  /** People who were in it and have left or changed. */
  left: number;
  /** People who were not in it, as far as known. */
  joined: number;
};

/**
 * The least number of people who changed since a number was last published with `members`. A former member who is no
 * longer known (deleted, or left more than a day ago) may be the same person as one who joined since. So nobody counts
 * twice.
 */
export function changedOf(members: number, now: Members): number {
  return now.left + Math.max(members - now.stayed - now.left, now.joined);
}

/**
 * The next state of a number of hidden people (docs/privacy.md, L10 and L11). Below `k` nothing is shown, then
 * multiples of k, until fewer than k - 1 are left. The number changes only if at least two of its people came, left,
 * changed or were deleted since the last publication. It is published again then, even if it stays the same. It
 * may be too high by the people who left since.
 */
export function nextPublished(before: Published, now: Members, k: number): Published {
  if (changedOf(before.members, now) < 2) return before;
  if (now.people <= k - SLACK) return { members: now.people, people: 0 };
  const whole = Math.floor(now.people / k) * k;
  return { members: now.people, people: whole === 0 && before.people > 0 ? k : whole };
}

/**
 * Are ratings by visible people published again? Yes, if at least two of them changed, were removed or were deleted, or
 * one if a single rating may be shown.
 */
export function isRatingDue(changed: number, minRaters: number): boolean {
  return changed >= Math.min(2, Math.max(1, minRaters));
}

/** Figures that combine facts (rows, flows, shares) are shown from this many people on. */
export const MIN_PEOPLE = 5;
/** The sentence about this rule on pages, in the API and in its documents. */
export const RULE_OF_FIVE = `People of one company or school, whose lines are listed, are counted exactly; whatever combines facts is shown from ${MIN_PEOPLE} people on.`;
/** The line on each page of figures that says whose pipelines are counted. */
export const COUNTED_FROM_LINES = `Counted from the lines that anybody can see on this site, so that anybody can count again. Numbers are shown from ${MIN_PEOPLE} people on.`;
/** Rows of 'Prior Companies' and 'Next Companies'. */
export const TOP_NEIGHBOURS = 3;

export type RatingLevel = 0 | 1 | 2 | 3 | 4 | 5;

/** floor(sum / raters / 20), 1..5; 0 below the threshold of raters. */
export function ratingLevel(sum: number, raters: number, minRaters: number): RatingLevel {
  if (raters === 0 || raters < minRaters) return 0;
  const level = Math.floor(sum / raters / 20);
  return level >= 5 ? 5 : level === 4 ? 4 : level === 3 ? 3 : level === 2 ? 2 : 1;
}

/** Demo people's answers may take so long to count. The pool's client must wait as long. */
export const DEMO_MS = 900_000;

/** The average stay is shown from this many completed stays on. */
const MIN_STAYS = 5;
const DAYS_A_MONTH = 30.44;

/**
 * The average of completed stays in days, rounded to months; 0 = not shown. An average over one stay, or its change by
 * one stay, would reveal exact days of people whose pages show years.
 */
export function averageStay(days: number, stays: number): number {
  if (stays < MIN_STAYS) return 0;
  return Math.round(Math.max(1, Math.round(days / stays / DAYS_A_MONTH)) * DAYS_A_MONTH);
}

/** A company's numbers as stored. companyFigures decides what is shown. */
export type CompanyNumbers = {
  employees: number;
  interns: number;
  raters: number;
  rating_sum: number;
  tenure_days: number;
  stays: number;
  /** People who are visible one by one. */
  listed: number;
};

type CompanyFigures = {
  employees: number;
  interns: number;
  people: number;
  /** Those of them who are visible one by one. */
  listed: number;
  ratingLevel: RatingLevel;
  /** 0 = not shown. */
  averageStayDays: number;
};

/** Decides what is shown of a company's numbers. */
export function companyFigures(row: CompanyNumbers, minRaters: number): CompanyFigures {
  return {
    employees: row.employees,
    interns: row.interns,
    people: row.employees + row.interns,
    listed: row.listed,
    ratingLevel: ratingLevel(row.rating_sum, row.raters, minRaters),
    averageStayDays: averageStay(row.tenure_days, row.stays),
  };
}

/** The rows of a neighbours' table: the companies with most people among those that may be shown. */
export function shownNeighbours<Row extends { people: number }>(rows: readonly Row[], limit = TOP_NEIGHBOURS): Row[] {
  return rows
    .filter((row) => row.people >= MIN_PEOPLE)
    .toSorted((a, b) => b.people - a.people)
    .slice(0, limit);
}

/** People of one side who are in none of its shown rows; 0 if they are too few to be shown. */
export function otherPeople(total: number, shown: readonly { people: number }[]): number {
  const rest = total - shown.reduce((sum, row) => sum + row.people, 0);
  return endPeople(rest);
}

/** People at an end of their pipeline; 0 if they are too few to be shown. */
export function endPeople(people: number): number {
  return people >= MIN_PEOPLE ? people : 0;
}
