import { describe, expect, test } from "vitest";
import { LocalLimiter } from "./rate-limit.ts";

const limit = { name: "test", hits: 3, seconds: 60 };

describe("the limiter of one process", () => {
  test("lets the allowed number pass and then says how long to wait", () => {
    const limiter = new LocalLimiter(1);
    expect([0, 1, 2].map((at) => limiter.take(limit, "a", at))).toEqual([0, 0, 0]);
    expect(limiter.isPast(limit, "a", 3)).toBe(true);
    expect(limiter.take(limit, "a", 30_000)).toBe(30);
    expect(limiter.take(limit, "a", 59_999)).toBe(1);
  });

  test("begins anew when the window is over", () => {
    const limiter = new LocalLimiter(1);
    for (let hit = 0; hit < 5; hit += 1) limiter.take(limit, "a", 0);
    expect(limiter.isPast(limit, "a", 60_000)).toBe(false);
    expect(limiter.take(limit, "a", 60_000)).toBe(0);
  });

  test("counts everybody and every limit apart", () => {
    const limiter = new LocalLimiter(1);
    for (let hit = 0; hit < 4; hit += 1) limiter.take(limit, "a", 0);
    expect(limiter.take(limit, "b", 0)).toBe(0);
    expect(limiter.take({ ...limit, name: "other" }, "a", 0)).toBe(0);
    expect(limiter.isPast(limit, "nobody", 0)).toBe(false);
  });

  test("multiplies by its factor", () => {
    const limiter = new LocalLimiter(10);
    for (let hit = 0; hit < 30; hit += 1) expect(limiter.take(limit, "a", 0)).toBe(0);
    expect(limiter.take(limit, "a", 0)).toBeGreaterThan(0);
  });

  test("holds a bounded number of counters and forgets the oldest", () => {
    const limiter = new LocalLimiter(1);
    for (let hit = 0; hit < 3; hit += 1) limiter.take(limit, "first", 0);
    for (let n = 0; n < 100_000; n += 1) limiter.take(limit, `n${n}`, 0);
    expect(limiter.isPast(limit, "first", 0)).toBe(false);
    expect(limiter.take(limit, "n99999", 0)).toBe(0);
  });
});
