import { afterEach, expect, it, vi } from "vitest";
import { growingPauses } from "./child-processes.ts";

afterEach(() => void vi.useRealTimers());

it("pauses grow to half a minute while processes die at their start, and begin anew after one that lived", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const pause = growingPauses();
  /** The next process starts after the last pause, and lives this long. */
  const after = (lived: number): number => {
    vi.advanceTimersByTime(lived);
    const next = pause();
    vi.advanceTimersByTime(next);
    return next;
  };
  const dying = Array.from({ length: 9 }, () => after(100));
  expect(dying).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  // The time of the pause does not count as time that the process lived.
  expect(after(31_000)).toBe(30_000);
  expect([after(61_000), after(100)]).toEqual([250, 500]);
});
