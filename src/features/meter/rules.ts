/**
 * How many others an anonymous pipeline could be, to somebody who knows two
 * true things of a person: trust rules 1.4 and L22. Only told in three steps.
 */
export const CROWDS = ["under-5", "5-19", "20-plus"] as const;
export type Crowd = (typeof CROWDS)[number];

/** From how many anonymous people on a step begins; nothing above the last is counted. */
export const FEW = 5;
export const MANY = 20;

export function crowdOf(people: number): Crowd {
  return people < FEW ? "under-5" : people < MANY ? "5-19" : "20-plus";
}

/** Something of a pipeline that others know: a stop, told or with its company kept back, or the school. */
export type Thing = { place: number; isKept: boolean };

/** How many others show both of two things; of one and the same, how many show it. */
export type Shared = (a: Thing, b: Thing) => number;

export type Meter = {
  /** The smallest crowd that any two of the things leave. */
  crowd: Crowd;
  /** Place of the thing that is best kept back next; -1 where nothing needs to be or nothing is left. */
  worst: number;
  /** The smallest crowd once that one is kept back. */
  cured: Crowd;
  /** The smallest crowd once every company and the school are kept back: what no advice gets beyond. */
  best: Crowd;
};

/** The fewest people who share any two of these things; without limit where there is nothing to know. */
function fewest(things: readonly Thing[], shared: Shared): number {
  const [only] = things;
  if (things.length === 1 && only !== undefined) return shared(only, only);
  let least = Infinity;
  for (const [n, a] of things.entries()) for (const b of things.slice(n + 1)) least = Math.min(least, shared(a, b));
  return least;
}

/**
 * The meter of so many stops, and of the school as the thing after the last of
 * them. Keeping a stop back hides its company and leaves its year; keeping the
 * school back hides it whole.
 * @param kept which stops are kept back already, in their order
 */
export function meterOf(kept: readonly boolean[], hasSchool: boolean, shared: Shared): Meter {
  const stops = kept.map((isKept, place): Thing => ({ place, isKept }));
  const school: Thing = { place: kept.length, isKept: false };
  const things = hasSchool ? [...stops, school] : stops;
  const crowd = crowdOf(fewest(things, shared));
  const best = crowdOf(
    fewest(
      stops.map((stop) => ({ ...stop, isKept: true })),
      shared,
    ),
  );
  const none: Meter = { crowd, worst: -1, cured: crowd, best };
  if (crowd === "20-plus") return none;
  let cure = { left: -1, alone: Infinity, place: -1 };
  for (const thing of things) {
    if (thing.isKept) continue;
    const others = things.filter((one) => one !== thing);
    const without = thing === school ? others : [...others, { ...thing, isKept: true }];
    const left = Math.min(fewest(without, shared), MANY);
    const alone = shared(thing, thing);
    // Among those that help as much, the one that fewest share.
    if (left > cure.left || (left === cure.left && alone < cure.alone)) cure = { left, alone, place: thing.place };
  }
  return cure.place === -1 ? none : { ...none, worst: cure.place, cured: crowdOf(cure.left) };
}
