import { expect, it } from "vitest";
import { CoalescedRuns } from "./coalesced-runs.ts";

it("runs once for many: one turn runs, one waits for everybody who came meanwhile", async () => {
  const ends: (() => void)[] = [];
  const turns = new CoalescedRuns(() => new Promise<void>((resolve) => ends.push(resolve)));
  const first = turns.run();
  const others = Array.from({ length: 20 }, () => turns.run());
  expect(ends).toHaveLength(1);
  expect(new Set(others).size).toBe(1);
  expect(others).not.toContain(first);
  ends[0]?.();
  await first;
  await expect.poll(() => ends.length).toBe(2);
  const late = turns.run();
  expect(others).not.toContain(late);
  ends[1]?.();
  await Promise.all(others);
  await expect.poll(() => ends.length).toBe(3);
  ends[2]?.();
  await late;
  expect(ends).toHaveLength(3);
});

it("goes on after a turn that failed, and tells only those who shared it", async () => {
  let turn = 0;
  const turns = new CoalescedRuns(async () => {
    turn += 1;
    if (turn === 1) throw new Error("away");
  });
  const [first, second] = [turns.run(), turns.run()];
  await expect(first).rejects.toThrow("away");
  await second;
  await turns.run();
  expect(turn).toBe(3);
});
