import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Journal } from "./journal.ts";
import type { Role } from "./role.ts";

const role = (given: Partial<Role>): Role => ({
  isStandby: true,
  isReadOnly: true,
  position: 0,
  seen: 0,
  received: 0,
  isPaused: false,
  timeline: 1,
  identity: "7/site",
  ...given,
});

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

/** A journal that has heard of a primary at this position. */
function heard(position: number, given: Partial<Role> = {}): Journal {
  const journal = new Journal();
  journal.isListening = true;
  vi.advanceTimersByTime(1);
  journal.heard(role({ isStandby: false, position, seen: position, ...given }), performance.now());
  return journal;
}

describe("which standby may be read", () => {
  test("one that has the last change that we have heard of, and need not have what came later", () => {
    const journal = heard(100);
    vi.advanceTimersByTime(600);
    journal.heard(role({ isStandby: false, position: 200 }), performance.now());
    expect(journal.isEnough(role({ position: 100 }))).toBe(true);
    expect(journal.isEnough(role({ position: 99 }))).toBe(false);
  });

  test("none from a change on, until the primary answers a question that was asked after it", () => {
    const journal = heard(100);
    const before = performance.now();
    vi.advanceTimersByTime(1);
    journal.changed();
    expect(journal.isEnough(role({ position: 1_000 }))).toBe(false);
    journal.heard(role({ isStandby: false, position: 110 }), before);
    expect(journal.isEnough(role({ position: 1_000 }))).toBe(false);
    journal.heard(role({ isStandby: false, position: 120 }), performance.now());
    expect(journal.isEnough(role({ position: 119 }))).toBe(false);
    expect(journal.isEnough(role({ position: 120 }))).toBe(true);
  });

  test("none of another timeline, cluster or database", () => {
    const journal = heard(100, { timeline: 2 });
    expect(journal.isEnough(role({ position: 100, timeline: 1 }))).toBe(false);
    expect(journal.isEnough(role({ position: 100, timeline: 2, identity: "8/site" }))).toBe(false);
    expect(journal.isEnough(role({ position: 100, timeline: 2 }))).toBe(true);
  });

  test("none that lacks something for more than ten seconds", () => {
    const journal = heard(100);
    for (let second = 1; second <= 11; second += 1) {
      vi.advanceTimersByTime(1_000);
      journal.heard(role({ isStandby: false, position: 100 + second }), performance.now());
      expect(journal.isEnough(role({ position: 101 }))).toBe(second <= 11);
    }
    expect(journal.lagOf({ position: 100 })).toBe(10);
    vi.advanceTimersByTime(2_000);
    journal.heard(role({ isStandby: false, position: 120 }), performance.now());
    expect(journal.isEnough(role({ position: 101 }))).toBe(false);
    expect(journal.lagOf({ position: 120 })).toBe(0);
  });

  test("without a primary: one that has what anybody can have seen, although the primary had written more", () => {
    const journal = heard(100, { seen: 90 });
    vi.advanceTimersByTime(5_000);
    expect(journal.isEnough(role({ position: 90 }))).toBe(true);
    expect(journal.isEnough(role({ position: 89 }))).toBe(false);
    journal.changed();
    expect(journal.isEnough(role({ position: 200 }))).toBe(false);
  });

  test("without a primary: one that shows all that it and we have received, for a minute", () => {
    const journal = heard(100);
    vi.advanceTimersByTime(5_000);
    expect(journal.isEnough(role({ position: 99, received: 99 }))).toBe(false);
    expect(journal.isEnough(role({ position: 100, received: 101, isPaused: true }))).toBe(false);
    expect(journal.isEnough(role({ position: 100, received: 100_000 }))).toBe(false);
    // A record that was cut short cannot be replayed.
    expect(journal.isEnough(role({ position: 100, received: 101 }))).toBe(true);
    expect(journal.isEnough(role({ position: 101, received: 101 }))).toBe(true);
    vi.advanceTimersByTime(56_000);
    expect(journal.isEnough(role({ position: 101, received: 101 }))).toBe(false);
  });
});
