import { expect, test } from "vitest";
import { paceOf } from "./slow-connections.ts";

test("a connection with nothing left to send is at rest", () => {
  expect(paceOf(undefined, { sent: 500, waiting: 0, at: 0 })).toBeUndefined();
  expect(paceOf({ sent: 0, since: 0 }, { sent: 500, waiting: 0, at: 60_000 })).toBeUndefined();
});

test("a reader of a kilobyte a second is slow and goes on", () => {
  let pace = paceOf(undefined, { sent: 0, waiting: 1e6, at: 0 });
  for (let second = 1; second < 60; second += 1) {
    if (pace === "slow") break;
    pace = paceOf(pace, { sent: second * 1_100, waiting: 1e6, at: second * 1_000 });
  }
  expect(pace).not.toBe("slow");
});

test("a reader of a few bytes a second is closed after ten", () => {
  let pace = paceOf(undefined, { sent: 0, waiting: 1e6, at: 0 });
  let second = 0;
  while (pace !== "slow" && second < 60) {
    second += 1;
    pace = paceOf(pace, { sent: second * 100, waiting: 1e6, at: second * 1_000 });
  }
  expect([pace, second]).toEqual(["slow", 10]);
});
