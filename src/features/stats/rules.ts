/** Of hidden people a number stands for at least so many fewer than they once were, before it goes: no edge flickers. */
const SLACK = 2;

const DAY_MS = 24 * 3_600_000;

/**
 * How long something waits before a batch counts it, in milliseconds. Stops and ratings are dated by the day alone
 * (a finer time would line up with the accounts' sign-ups), counted from its beginning: two days are one at least.
 */
export type Waits = {
  /** A hidden person's account, since its e-mail was confirmed: nobody raises a number in an afternoon. */
  account: number;
  /** A hidden person's stop, since the first batch that saw it: nor with accounts that were kept ready. */
  stop: number;
  /** A rating that is new or changed, likewise: whoever tries out ratings needs a day for each. */
  rating: number;
  /** How long somebody who left a published number is still known by name, at most. */
  left: number;
};
export const WAITS: Waits = { account: DAY_MS, stop: 2 * DAY_MS, rating: 2 * DAY_MS, left: DAY_MS };

/** What a batch is done by. */
export type Batch = {
  now: Date;
  waits: Waits;
  /** Hidden people behind a number before it shows; setting K_HIDDEN. */
  k: number;
  /** Ratings before a level shows; setting MIN_RATERS. */
  minRaters: number;
};

/** The day of an instant, UTC. */
export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** What was dated on this day or before has waited long enough. */
export function lastDayWaited({ now, waits }: Pick<Batch, "now" | "waits">, wait: "stop" | "rating" | "left"): string {
  return dayOf(new Date(now.getTime() - waits[wait]));
}

/** What a number of hidden people was last published with: how many were behind it, and what was shown. */
export type Published = { members: number; people: number };

/** Who is behind a number now, compared with its last publication. */
export type Members = {
  people: number;
  /** Of them, those who were in it and have not changed. */
  stayed: number;
  /** Those who were in it and are known not to be as they were. */
  left: number;
  /** Those who were not known to be in it. */
  joined: number;
};

/**
 * How many people at least did something since a cell was last published with so many members. Each of
 * those who were in it and are no longer known (deleted, or left a day ago) may be one who came since: nobody counts twice.
 */
export function changedOf(members: number, now: Members): number {
  return now.left + Math.max(members - now.stayed - now.left, now.joined);
}

/**
 * The next state of a number of people whom nobody may see one by one, after trust rules L10 and L11: nothing below
 * `k`, then whole multiples of k; shown until fewer than k - 1 are left. It never moves unless at least two of its people
 * came, went, changed or were deleted since it was last published; then it is published anew, also where the number
 * stays. So the number is a rounded statement about that moment: it may be too high by one, or by whoever went meanwhile.
 */
export function nextPublished(before: Published, now: Members, k: number): Published {
  if (changedOf(before.members, now) < 2) return before;
  if (now.people <= k - SLACK) return { members: now.people, people: 0 };
  const whole = Math.floor(now.people / k) * k;
  return { members: now.people, people: whole === 0 && before.people > 0 ? k : whole };
}

/**
 * Whether the ratings that visible people gave a company are published anew: when at least two of them changed, were
 * taken back or were deleted since, or one where a single one may be shown.
 */
export function isRatingDue(changed: number, minRaters: number): boolean {
  return changed >= Math.min(2, Math.max(1, minRaters));
}

/** From so many people on a figure is told that combines facts: rows, flows, shares. */
export const MIN_PEOPLE = 5;
/** What pages, the API and its documents say of it, in one sentence. */
export const RULE_OF_FIVE = `People of one company or school, whose lines are listed, are counted exactly; whatever combines facts is told from ${MIN_PEOPLE} people on.`;
/** Rows of 'Prior Companies' and 'Next Companies'. */
export const TOP_NEIGHBOURS = 3;

export type RatingLevel = 0 | 1 | 2 | 3 | 4 | 5;

/** floor(sum / raters / 20), 1..5; 0 below the threshold of raters. */
export function ratingLevel(sum: number, raters: number, minRaters: number): RatingLevel {
  if (raters === 0 || raters < minRaters) return 0;
  const level = Math.floor(sum / raters / 20);
  return level >= 5 ? 5 : level === 4 ? 4 : level === 3 ? 3 : level === 2 ? 2 : 1;
}

/** Completed stays from which their average is told. */
export const MIN_STAYS = 5;
const DAYS_A_MONTH = 30.44;

/**
 * The average of completed stays in days, to the month; 0 = not told. Of one
 * stay, or of one more than yesterday, it would tell the exact days of people
 * whose dates are otherwise shown as years.
 */
export function averageStay(days: number, stays: number): number {
  if (stays < MIN_STAYS) return 0;
  return Math.round(Math.max(1, Math.round(days / stays / DAYS_A_MONTH)) * DAYS_A_MONTH);
}

/** The rows of a neighbours' table: the companies with most people, of those that are told. */
export function shownNeighbours<Row extends { people: number }>(rows: readonly Row[], limit = TOP_NEIGHBOURS): Row[] {
  return rows
    .filter((row) => row.people >= MIN_PEOPLE)
    .toSorted((a, b) => b.people - a.people)
    .slice(0, limit);
}

/** People of one side who are in none of its shown rows; 0 where they are too few to be told. */
export function otherPeople(total: number, shown: readonly { people: number }[]): number {
  const rest = total - shown.reduce((sum, row) => sum + row.people, 0);
  return endPeople(rest);
}

/** People at an end of their line; 0 where they are too few to be told. */
export function endPeople(people: number): number {
  return people >= MIN_PEOPLE ? people : 0;
}
