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
  server: "1700000000.000001",
  ...given,
});

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** A journal to which a primary just said that it has written this many bytes. */
function heard(position: number, given: Partial<Role> = {}): Journal {
  const journal = new Journal();
  journal.isListening = true;
  vi.advanceTimersByTime(1);
  journal.primaryAnswered(role({ isStandby: false, position, seen: position, ...given }), performance.now());
  return journal;
}

describe("which standby may be read", () => {
  test("one that has the last change that we have heard of, and need not have what came later", () => {
    const journal = heard(100);
    vi.advanceTimersByTime(600);
    journal.primaryAnswered(role({ isStandby: false, position: 200 }), performance.now());
    expect(journal.mayRead(role({ position: 100 }))).toBe(true);
    expect(journal.mayRead(role({ position: 99 }))).toBe(false);
  });

  test("none from a change on, until the primary answers a question that was asked after it", () => {
    const journal = heard(100);
    const before = performance.now();
    vi.advanceTimersByTime(1);
    journal.changed();
    expect(journal.mayRead(role({ position: 1_000 }))).toBe(false);
    journal.primaryAnswered(role({ isStandby: false, position: 110 }), before);
    expect(journal.mayRead(role({ position: 1_000 }))).toBe(false);
    journal.primaryAnswered(role({ isStandby: false, position: 120 }), performance.now());
    expect(journal.mayRead(role({ position: 119 }))).toBe(false);
    expect(journal.mayRead(role({ position: 120 }))).toBe(true);
  });

  test("none of another timeline, cluster or database", () => {
    const journal = heard(100, { timeline: 2 });
    expect(journal.mayRead(role({ position: 100, timeline: 1 }))).toBe(false);
    expect(journal.mayRead(role({ position: 100, timeline: 2, identity: "8/site" }))).toBe(false);
    expect(journal.mayRead(role({ position: 100, timeline: 2 }))).toBe(true);
  });

  test("none that lacks something for more than ten seconds", () => {
    const journal = heard(100);
    for (let second = 1; second <= 11; second += 1) {
      vi.advanceTimersByTime(1_000);
      journal.primaryAnswered(role({ isStandby: false, position: 100 + second }), performance.now());
      expect(journal.mayRead(role({ position: 101 }))).toBe(second <= 11);
    }
    expect(journal.lagOf({ position: 100 })).toBe(10);
    vi.advanceTimersByTime(2_000);
    journal.primaryAnswered(role({ isStandby: false, position: 120 }), performance.now());
    expect(journal.mayRead(role({ position: 101 }))).toBe(false);
    expect(journal.lagOf({ position: 120 })).toBe(0);
  });

  test("without a primary: one that has what anybody can have seen, although the primary had written more", () => {
    const journal = heard(100, { seen: 90 });
    vi.advanceTimersByTime(5_000);
    expect(journal.mayRead(role({ position: 90 }))).toBe(true);
    expect(journal.mayRead(role({ position: 89 }))).toBe(false);
    journal.changed();
    expect(journal.mayRead(role({ position: 200 }))).toBe(false);
  });

  test("without a primary: one that shows all that it and we have received, for a minute", () => {
    const journal = heard(100);
    vi.advanceTimersByTime(5_000);
    expect(journal.mayRead(role({ position: 99, received: 99 }))).toBe(false);
    expect(journal.mayRead(role({ position: 100, received: 101, isPaused: true }))).toBe(false);
    expect(journal.mayRead(role({ position: 100, received: 100_000 }))).toBe(false);
    // A record that was cut short cannot be replayed.
    expect(journal.mayRead(role({ position: 100, received: 101 }))).toBe(true);
    expect(journal.mayRead(role({ position: 101, received: 101 }))).toBe(true);
    vi.advanceTimersByTime(56_000);
    expect(journal.mayRead(role({ position: 101, received: 101 }))).toBe(false);
  });

  test("without a primary: none that has received less than another one", () => {
    const journal = heard(100);
    journal.standbyAnswered(role({ position: 90, received: 104 }));
    vi.advanceTimersByTime(5_000);
    expect(journal.isInformed).toBe(false);
    expect(journal.mayRead(role({ position: 103, received: 103 }))).toBe(false);
    expect(journal.mayRead(role({ position: 104, received: 104 }))).toBe(true);
    expect(journal.mayRead(role({ position: 104, received: 0 }))).toBe(true);
    // What it had beyond the promotion is void.
    journal.primaryAnswered(role({ isStandby: false, position: 102, seen: 102, timeline: 2 }), performance.now());
    vi.advanceTimersByTime(5_000);
    expect(journal.mayRead(role({ position: 102, received: 102, timeline: 2 }))).toBe(true);
  });

  test("what a standby of another cluster has received does not count", () => {
    const journal = heard(100);
    journal.standbyAnswered(role({ position: 9_000, received: 9_000, identity: "8/site" }));
    vi.advanceTimersByTime(5_000);
    expect(journal.mayRead(role({ position: 100, received: 100 }))).toBe(true);
  });
});

test("the lag is the time since the first heartbeat that was further, among many", () => {
  const journal = heard(100);
  for (let n = 1; n <= 99; n += 1) {
    vi.advanceTimersByTime(1_000);
    journal.primaryAnswered(role({ isStandby: false, position: 100 + 10 * n }), performance.now());
  }
  for (const n of [0, 1, 2, 50, 97, 98]) {
    expect(journal.lagOf({ position: 100 + 10 * n })).toBe(98 - n);
    expect(journal.lagOf({ position: 109 + 10 * n })).toBe(98 - n);
  }
  expect(journal.lagOf({ position: 99 })).toBe(99);
  expect(journal.lagOf({ position: 1_090 })).toBe(0);
  expect(new Journal().lagOf({ position: 1 })).toBe(0);
});

test("the lag counts from what the present primary has written, where the one before was further", () => {
  const journal = heard(100);
  vi.advanceTimersByTime(20_000);
  journal.primaryAnswered(role({ isStandby: false, position: 5_000 }), performance.now());
  vi.advanceTimersByTime(1_000);
  journal.primaryAnswered(role({ isStandby: false, position: 1_000, timeline: 9 }), performance.now());
  vi.advanceTimersByTime(2_000);
  expect(journal.lagOf({ position: 900 })).toBe(2);
});

describe("the question how far the primary is now", () => {
  const asking = (): Journal => Object.assign(heard(100), { ask: () => {} });

  test("is answered by the first heartbeat that was sent after it", async () => {
    const journal = asking();
    const sent = performance.now();
    vi.advanceTimersByTime(1);
    const now = journal.now();
    journal.primaryAnswered(role({ isStandby: false, position: 200 }), sent);
    journal.primaryAnswered(role({ isStandby: false, position: 300 }), performance.now());
    expect(await now).toBe(300);
  });

  test("has no answer once the connection leads to a standby", async () => {
    const journal = asking();
    const now = journal.now();
    journal.endWaiting();
    expect(await now).toBeUndefined();
  });

  test("has no answer if none comes in time", async () => {
    const journal = asking();
    const now = journal.now();
    vi.advanceTimersByTime(900);
    expect(await now).toBeUndefined();
  });
});
