import { seeded } from "./archives.ts";

/** Chance that is the same on every run. */

export type Some<One> = readonly [One, ...One[]];

export type Dice = {
  below: (limit: number) => number;
  of: <One>(list: Some<One>) => One;
  chance: (share: number) => boolean;
};

export function diceOf(seed: number): Dice {
  const next = seeded(seed);
  const below = (limit: number): number => Math.floor(next() * limit);
  return { below, of: (list) => list[below(list.length)] ?? list[0], chance: (share) => next() < share };
}
