import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "#core/api-client.ts";
import { createLookup, type Found } from "./form-lookup.ts";

const NO_CONNECTION = "Looking things up failed. Check your connection.";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A lookup whose answers the test gives by hand, in any order. */
function byHand(delay: number) {
  const asked: {
    text: string;
    signal: AbortSignal;
    answer: (options: string[]) => void;
    fail: (error?: Error) => void;
  }[] = [];
  const seen: Found<string>[] = [];
  const lookup = createLookup<string>(
    (text, signal) =>
      new Promise((resolve, reject) => {
        asked.push({ text, signal, answer: resolve, fail: (error = new Error("no")) => reject(error) });
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
  expect(last()).toEqual({ text: "ab", options: ["new"], isLoading: false, failure: undefined });
});

test("a late failure is dropped too, one in time is told", async () => {
  const { asked, lookup, last } = byHand(0);
  lookup.ask("a");
  await vi.advanceTimersByTimeAsync(0);
  lookup.ask("b");
  await vi.advanceTimersByTimeAsync(0);
  asked[0]?.fail();
  await vi.advanceTimersByTimeAsync(0);
  expect(last()).toMatchObject({ isLoading: true, failure: undefined });
  asked[1]?.fail();
  await vi.advanceTimersByTimeAsync(0);
  expect(last()).toEqual({ text: "b", options: [], isLoading: false, failure: NO_CONNECTION });
});

test("a refusal is told by its own sentence, and the same text can be asked again", async () => {
  const { asked, lookup, last } = byHand(0);
  for (const [error, failure] of [
    [new ApiError("Too many requests. Try again in 4 minutes.", 429, "too-many-requests", [], {}), undefined],
    [new ApiError("We are busy right now. Try again in a moment.", 503, "overloaded", [], {}), undefined],
    [new ApiError("An error occurred during the fetch operation.", 0, "network", [], undefined), NO_CONNECTION],
  ] as const) {
    lookup.ask("a");
    await vi.advanceTimersByTimeAsync(0);
    asked.at(-1)?.fail(error);
    await vi.advanceTimersByTimeAsync(0);
    expect(last()).toEqual({ text: "a", options: [], isLoading: false, failure: failure ?? error.message });
  }
  lookup.ask("a");
  await vi.advanceTimersByTimeAsync(0);
  asked.at(-1)?.answer(["alpha"]);
  await vi.advanceTimersByTimeAsync(0);
  expect(last()).toEqual({ text: "a", options: ["alpha"], isLoading: false, failure: undefined });
});

test("the old options stay while the next are on their way", async () => {
  const { asked, lookup, last } = byHand(0);
  lookup.ask("a");
  await vi.advanceTimersByTimeAsync(0);
  asked[0]?.answer(["alpha"]);
  await vi.advanceTimersByTimeAsync(0);
  lookup.ask("al");
  expect(last()).toEqual({ text: "a", options: ["alpha"], isLoading: true, failure: undefined });
});

test("an emptied field has no options and asks nothing", async () => {
  const { asked, lookup, last } = byHand(10);
  lookup.ask("a");
  lookup.ask("");
  await vi.advanceTimersByTimeAsync(50);
  expect(asked).toHaveLength(0);
  expect(last()).toEqual({ text: "", options: [], isLoading: false, failure: undefined });
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
