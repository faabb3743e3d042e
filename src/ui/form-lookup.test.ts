import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLookup, type Found } from "./form-lookup.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A lookup whose answers the test gives by hand, in any order. */
function byHand(delay: number) {
  const asked: { text: string; signal: AbortSignal; answer: (options: string[]) => void; fail: () => void }[] = [];
  const seen: Found<string>[] = [];
  const lookup = createLookup<string>(
    (text, signal) =>
      new Promise((resolve, reject) => {
        asked.push({ text, signal, answer: resolve, fail: () => reject(new Error("no")) });
      }),
    delay,
    (found) => seen.push(found),
  );
  return { asked, seen, lookup, last: () => seen.at(-1) };
}

test("waits for the typing to pause", async () => {
  const { asked, lookup } = byHand(100);
  lookup.ask("w");
  await vi.advanceTimersByTimeAsync(99);
  lookup.ask("wa");
  await vi.advanceTimersByTimeAsync(99);
  expect(asked).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked.map(({ text }) => text)).toEqual(["wa"]);
});

test("a late answer to an old question is dropped", async () => {
  const { asked, lookup, last } = byHand(0);
  lookup.ask("a");
  await vi.advanceTimersByTimeAsync(0);
  lookup.ask("ab");
  await vi.advanceTimersByTimeAsync(0);
  expect(asked[0]?.signal.aborted).toBe(true);
  asked[1]?.answer(["new"]);
  await vi.advanceTimersByTimeAsync(0);
  asked[0]?.answer(["old"]);
  await vi.advanceTimersByTimeAsync(0);
  expect(last()).toEqual({ text: "ab", options: ["new"], isLoading: false, isFailed: false });
});

test("a late failure is dropped too, one in time is told", async () => {
  const { asked, lookup, last } = byHand(0);
  lookup.ask("a");
  await vi.advanceTimersByTimeAsync(0);
  lookup.ask("b");
  await vi.advanceTimersByTimeAsync(0);
  asked[0]?.fail();
  await vi.advanceTimersByTimeAsync(0);
  expect(last()).toMatchObject({ isLoading: true, isFailed: false });
  asked[1]?.fail();
  await vi.advanceTimersByTimeAsync(0);
  expect(last()).toEqual({ text: "b", options: [], isLoading: false, isFailed: true });
});

test("the old options stay while the next are on their way", async () => {
  const { asked, lookup, last } = byHand(0);
  lookup.ask("a");
  await vi.advanceTimersByTimeAsync(0);
  asked[0]?.answer(["alpha"]);
  await vi.advanceTimersByTimeAsync(0);
  lookup.ask("al");
  expect(last()).toEqual({ text: "a", options: ["alpha"], isLoading: true, isFailed: false });
});

test("an emptied field has no options and asks nothing", async () => {
  const { asked, lookup, last } = byHand(10);
  lookup.ask("a");
  lookup.ask("");
  await vi.advanceTimersByTimeAsync(50);
  expect(asked).toHaveLength(0);
  expect(last()).toEqual({ text: "", options: [], isLoading: false, isFailed: false });
});

test("after stop nothing is told", async () => {
  const { asked, lookup, seen } = byHand(0);
  lookup.ask("a");
  await vi.advanceTimersByTimeAsync(0);
  lookup.stop();
  asked[0]?.answer(["alpha"]);
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toHaveLength(1);
});
