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

/** How many people share two things, by their places; both the same: how many share that one. */
export type Shared = (a: number, b: number) => number;

export type Meter = {
  /** The smallest crowd that any two of the things leave. */
  crowd: Crowd;
  /** Place of the thing whose hiding helps most; -1 where nothing needs to be hidden or there is nothing. */
  worst: number;
  /** The smallest crowd once that one is hidden. */
  cured: Crowd;
};

/** The fewest people who share any two of these things; without limit where there is nothing to know. */
function smallest(places: readonly number[], shared: Shared): number {
  const [only] = places;
  if (places.length === 1 && only !== undefined) return shared(only, only);
  let least = Infinity;
  for (const [n, a] of places.entries()) for (const b of places.slice(n + 1)) least = Math.min(least, shared(a, b));
  return least;
}

/**
 * The meter of so many things that others see: stops, and a school. Among
 * those whose hiding leaves the largest crowd the one that is shared by fewest is named.
 */
export function meterOf(things: number, shared: Shared): Meter {
  const places = Array.from({ length: things }, (_, n) => n);
  const people = smallest(places, shared);
  const crowd = crowdOf(people);
  if (crowd === "20-plus") return { crowd, worst: -1, cured: crowd };
  let worst = -1;
  let best = -1;
  for (const place of places) {
    const left = Math.min(
      smallest(
        places.filter((other) => other !== place),
        shared,
      ),
      MANY,
    );
    if (left < best || (left === best && shared(place, place) >= shared(worst, worst))) continue;
    best = left;
    worst = place;
  }
  return { crowd, worst, cured: crowdOf(best) };
}
