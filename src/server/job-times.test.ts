import { expect, it } from "vitest";
import { ClockWatch } from "./job-times.ts";

const DAY = 86_400_000;

it("a clock that was set back is noticed once, and not one that runs, is set on or is a little slow", () => {
  const watch = new ClockWatch();
  const start = Date.UTC(2026, 10, 15);
  const looks = [
    // Nobody knows what was before the first look.
    [0, start, true],
    [60_000, start + 60_000, false],
    [120_000, start + 119_000, false],
    [180_000, start + 2 * DAY, false],
    [240_000, start + 240_000, true],
    [300_000, start + 300_000, false],
    [360_000, start + 329_000, true],
  ] as const;
  expect(looks.map(([steady, clock]) => watch.isSetBack(clock, steady))).toEqual(looks.map(([, , isBack]) => isBack));
});
