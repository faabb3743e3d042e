import type { Counts } from "#features/path/pure/rule-of-five.ts";
import { Histogram } from "#features/path/pure/statistics/quartiles.ts";
import { newCounts } from "./state.ts";

/** People with the same first and last stop between, and how long they took. */
export type Way = Counts & { first: number; last: number; isAlone: boolean; months: Histogram; isAbout: boolean };

/** There are so many buckets that other ways add only a quarter of the needed people to a bucket, on average. */
const SPARE = 4;
const MOST_COUNTED = 0xffff;

/**
 * Counts people by their way in two passes. There are about as many ways as people, but only few ways are shown. The
 * first pass counts ways by a hash, several ways in one bucket. The second pass counts only the ways whose bucket has
 * enough people.
 */
export class WayCount {
  readonly #companies: number;
  readonly #least: number;
  readonly #buckets: Uint16Array;
  readonly #ways = new Map<number, Way>();

  /** @param least ways with fewer people may be missing */
  constructor({ companies, people, least }: { companies: number; people: number; least: number }) {
    this.#companies = companies;
    this.#least = Math.min(least, MOST_COUNTED);
    let buckets = 1_024;
    while (buckets * this.#least < people * SPARE) buckets *= 2;
    this.#buckets = new Uint16Array(buckets);
  }

  /** The first pass: once for each person. */
  addToBucket(first: number, last: number, alone: number): void {
    const bucket = this.#bucketOf(first, last, alone);
    const people = this.#buckets[bucket] ?? 0;
    if (people < MOST_COUNTED) this.#buckets[bucket] = people + 1;
  }

  /** The second pass: undefined for a way that too few people have. */
  find(first: number, last: number, alone: number): Way | undefined {
    if ((this.#buckets[this.#bucketOf(first, last, alone)] ?? 0) < this.#least) return undefined;
    const key = (first * this.#companies + last) * 2 + alone;
    let way = this.#ways.get(key);
    if (!way) {
      way = { first, last, isAlone: alone === 1, months: new Histogram(), isAbout: false, ...newCounts() };
      this.#ways.set(key, way);
    }
    return way;
  }

  all(): Way[] {
    return [...this.#ways.values()];
  }

  #bucketOf(first: number, last: number, alone: number): number {
    const mixed = Math.imul(first, 0x9e3779b1) ^ Math.imul(last * 2 + alone, 0x85ebca6b);
    return (mixed ^ (mixed >>> 15)) & (this.#buckets.length - 1);
  }
}
