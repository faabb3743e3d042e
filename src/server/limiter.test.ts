import { describe, expect, test } from "vitest";
import { Limiter, type Delta } from "./limiter.ts";

const limit = { name: "test", hits: 3, seconds: 60 };
const wide = { name: "wide", hits: 100, seconds: 60 };

/** The shared counters of all processes, which PostgreSQL normally keeps. */
function sharedCounters() {
  const totals = new Map<string, number>();
  const calls: (readonly Delta[])[] = [];
  const settle = async (deltas: readonly Delta[]): Promise<number[]> => {
    calls.push(deltas);
    await new Promise((resolve) => setTimeout(resolve, 1));
    return deltas.map(({ limit: { name }, who, windowStart, hits }) => {
      const key = `${name} ${who} ${windowStart}`;
      totals.set(key, (totals.get(key) ?? 0) + hits);
      return totals.get(key) ?? 0;
    });
  };
  return { totals, calls, settle };
}

describe("the limiter of one process", () => {
  test("lets the allowed number pass and then says how long to wait", async () => {
    const limiter = new Limiter(1);
    for (const at of [0, 1, 2]) expect(await limiter.take(limit, "a", at)).toBe(0);
    expect(limiter.tryTake(limit, "a", 3)).toBe(false);
    expect(await limiter.take(limit, "a", 30_000)).toBe(30);
    expect(await limiter.take(limit, "a", 59_999)).toBe(1);
  });

  test("begins anew when the window is over", async () => {
    const limiter = new Limiter(1);
    for (let hit = 0; hit < 5; hit += 1) await limiter.take(limit, "a", 0);
    expect(await limiter.take(limit, "a", 60_000)).toBe(0);
  });

  test("counts everybody and every limit apart", async () => {
    const limiter = new Limiter(1);
    for (let hit = 0; hit < 4; hit += 1) await limiter.take(limit, "a", 0);
    expect(await limiter.take(limit, "b", 0)).toBe(0);
    expect(await limiter.take({ ...limit, name: "other" }, "a", 0)).toBe(0);
    expect(limiter.tryTake(wide, "nobody", 0)).toBe(true);
  });

  test("multiplies by its factor", async () => {
    const limiter = new Limiter(10);
    for (let hit = 0; hit < 30; hit += 1) expect(await limiter.take(limit, "a", 0)).toBe(0);
    expect(await limiter.take(limit, "a", 0)).toBeGreaterThan(0);
  });

  test("is exact to the call, however many come at once", async () => {
    const limiter = new Limiter(1, sharedCounters().settle);
    const waits = await Promise.all(Array.from({ length: 500 }, () => limiter.take(wide, "a", 0)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(100);
  });

  test("without waiting lets a tenth pass, and then only after a settling", async () => {
    const limiter = new Limiter(1, sharedCounters().settle);
    const tries = Array.from({ length: 12 }, () => limiter.tryTake(wide, "a", 0));
    expect(tries.filter(Boolean)).toHaveLength(10);
    await limiter.settle();
    expect(limiter.tryTake(wide, "a", 0)).toBe(true);
  });

  test("holds a bounded number of counters and forgets the oldest", async () => {
    const limiter = new Limiter(1);
    for (let hit = 0; hit < 3; hit += 1) await limiter.take(limit, "first", 0);
    for (let n = 0; n < 100_000; n += 1) limiter.tryTake(limit, `n${n}`, 0);
    expect(await limiter.take(limit, "first", 0)).toBe(0);
  });
});

describe("limiters of several processes", () => {
  test.each([2, 5])("%i of them let one limit pass, and a tenth more for each further one at most", async (count) => {
    const { settle, totals } = sharedCounters();
    const limiters = Array.from({ length: count }, () => new Limiter(1, settle));
    const waits = await Promise.all(
      Array.from({ length: 1_000 }, (_, n) => limiters[n % count]?.take(wide, "a", 0) ?? Promise.resolve(0)),
    );
    const passed = waits.filter((wait) => wait === 0).length;
    expect(passed).toBeGreaterThanOrEqual(100);
    expect(passed).toBeLessThanOrEqual(100 + (count - 1) * 10);
    for (const limiter of limiters) await limiter.settle();
    expect([...totals.values()]).toEqual([passed]);
  });

  test("know of each other after a settling, also of callers they never saw full", async () => {
    const { settle } = sharedCounters();
    const [one, two] = [new Limiter(1, settle), new Limiter(1, settle)];
    for (let n = 0; n < 100; n += 1) await one.take(wide, "a", 0);
    await one.settle();
    expect(await two.take(wide, "a", 0)).toBe(0);
    await two.settle();
    expect(await two.take(wide, "a", 0)).toBe(60);
    // The next window is a new one for both.
    expect(await two.take(wide, "a", 60_000)).toBe(0);
  });

  test("send nothing for what they refuse, and nothing when nothing came", async () => {
    const { settle, calls } = sharedCounters();
    const limiter = new Limiter(1, settle);
    for (let n = 0; n < 50; n += 1) await limiter.take(limit, "a", 0);
    await limiter.settle();
    const before = calls.length;
    for (let n = 0; n < 50; n += 1) await limiter.take(limit, "a", 0);
    await limiter.settle();
    expect(calls.length).toBe(before);
    expect(calls.flat().reduce((sum, delta) => sum + delta.hits, 0)).toBe(3);
  });

  // These two mostly wait, so they do it together.
  test.concurrent("count alone while the database is away, wait for it but shortly, and send it all later", async () => {
    const { settle, totals } = sharedCounters();
    let isAway = true;
    const limiter = new Limiter(1, async (deltas) => {
      if (isAway) throw new Error("away");
      return settle(deltas);
    });
    // Comes no more after the batch that fails.
    expect(await limiter.take(wide, "once", 0)).toBe(0);
    for (let n = 0; n < 100; n += 1) expect(await limiter.take(wide, "a", 0)).toBe(0);
    expect(await limiter.take(wide, "a", 0)).toBe(60);
    expect(totals.size).toBe(0);
    isAway = false;
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await limiter.settle();
    expect([...totals.values()].toSorted((a, b) => a - b)).toEqual([1, 100]);
  });

  test.concurrent("keep nobody waiting for a database that hangs", async () => {
    const limiter = new Limiter(1, () => new Promise(() => {}));
    const started = performance.now();
    for (let n = 0; n < 100; n += 1) expect(await limiter.take(wide, "a", 0)).toBe(0);
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(await limiter.take(wide, "a", 0)).toBe(60);
  });
});
