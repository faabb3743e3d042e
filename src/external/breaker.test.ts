import { expect, it } from "vitest";
import { Breaker } from "./breaker.ts";

it("R22: three failures in a row stop all tries for 30 s, then one try decides", () => {
  const breaker = new Breaker();
  for (const now of [0, 1_000, 2_000]) {
    expect(breaker.mayTry(now)).toBe(true);
    breaker.failed(now);
  }
  expect([breaker.mayTry(2_001), breaker.mayTry(31_999), breaker.isPaused(31_999)]).toEqual([false, false, true]);
  expect(breaker.isPaused(32_000)).toBe(false);
  expect(breaker.mayTry(32_000)).toBe(true);
  // While one caller tries, nobody else may.
  expect(breaker.mayTry(32_001)).toBe(false);
  breaker.failed(33_000);
  expect(breaker.mayTry(62_999)).toBe(false);
  expect(breaker.mayTry(63_000)).toBe(true);
  breaker.succeeded();
  expect(breaker.mayTry(63_001)).toBe(true);
});

it("a success between failures begins the count anew", () => {
  const breaker = new Breaker();
  for (let round = 0; round < 5; round += 1) {
    breaker.failed(0);
    breaker.failed(0);
    breaker.succeeded();
  }
  expect(breaker.mayTry(0)).toBe(true);
});
