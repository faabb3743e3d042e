import { setTimeout as sleep } from "node:timers/promises";
import { MessageChannel } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ANY_ROLE, routeOf } from "#features/path/pure/route-parts.ts";
import { ADA, ENGINEER } from "#tests/helpers/stored-person.ts";
import { parseCompanyQuestion } from "#features/path/pure/query/questions.ts";
import { toPublicProfile } from "#features/profile/pure/projection.ts";
import type { FromEngine, ToEngine } from "./messages.ts";
import { runEngine } from "./run-engine.server.ts";

let { port1: port, port2: inside } = new MessageChannel();
beforeEach(() => {
  ({ port1: port, port2: inside } = new MessageChannel());
});
afterEach(() => port.close());

const A = "a".repeat(24);
const B = "b".repeat(24);

const ANYBODY = routeOf([ANY_ROLE]);

it("changes that come together are read by one query, each pipeline once", async () => {
  const some = vi.fn((_ids: readonly string[]) => Promise.resolve([]));
  const all = async function* () {};
  runEngine({ some, all, reconnect: () => {} }, "2026-11-15").join(inside);
  for (const ids of [[A], [B], [A], [A, B]]) port.postMessage({ kind: "changed", ids } satisfies ToEngine);
  await expect.poll(() => some.mock.calls.length).toBe(1);
  port.postMessage({ kind: "changed", ids: [B] } satisfies ToEngine);
  await expect.poll(() => some.mock.calls.length).toBe(2);
  expect(some.mock.calls.map(([ids]) => ids)).toEqual([[A, B], [B]]);
});

it("a question after a change waits for its reading, and the reading does not wait for more changes", async () => {
  const heard: FromEngine[] = [];
  port.on("message", (message: FromEngine) => heard.push(message));
  const reading = Promise.withResolvers<[]>();
  const some = vi.fn((_ids: readonly string[]) => reading.promise);
  // The time to collect changes never ends.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  runEngine({ some, all: async function* () {}, reconnect: () => {} }, "2026-11-15").join(inside);
  port.postMessage({ kind: "changed", ids: [A] } satisfies ToEngine);
  port.postMessage({ kind: "ask", number: 1, call: "titles", ask: null } satisfies ToEngine);
  await vi.waitUntil(() => some.mock.calls.length === 1);
  vi.useRealTimers();
  expect([some.mock.calls, heard]).toEqual([[[[A], "2026-11-15"]], []]);
  reading.resolve([]);
  await expect.poll(() => heard).toMatchObject([{ kind: "answer", number: 1 }]);
});

it("a query that nobody answers is given up on the word to reconnect, although that word comes after it", async () => {
  const heard: FromEngine[] = [];
  port.on("message", (message: FromEngine) => heard.push(message));
  const say = (message: ToEngine): void => port.postMessage(message);
  let giveUp = (_error: Error): void => {};
  const some = vi.fn(
    () =>
      new Promise<never>((_resolve, reject) => {
        giveUp = reject;
      }),
  );
  const all = async function* () {};
  runEngine({ some, all, reconnect: () => giveUp(new Error("Connection terminated")) }, "2026-11-15").join(inside);
  say({ kind: "changed", ids: ["0123456789abcdef01234567"] });
  await expect.poll(() => some.mock.calls.length).toBe(1);
  say({ kind: "reconnect" });
  await expect.poll(() => heard).toContainEqual({ kind: "read-failed", message: "Connection terminated" });
  // Changes may be missing, so everything is read.
  await expect.poll(() => heard.map(({ kind }) => kind)).toContain("filled");
});

it("figures of public pages come as text, with a digest that tells whether they changed", async () => {
  const heard: FromEngine[] = [];
  port.on("message", (message: FromEngine) => heard.push(message));
  const say = (message: ToEngine): void => port.postMessage(message);
  const shown = toPublicProfile({ ...ADA, public_id: A }, [ENGINEER], "2026-11-15");
  const all = async function* () {
    yield await Promise.resolve([shown]);
  };
  runEngine({ some: () => Promise.resolve([]), all, reconnect: () => {} }, "2026-11-15").join(inside);
  say({ kind: "everything", reading: 1 });
  await expect.poll(() => heard).toContainEqual(expect.objectContaining({ kind: "filled", lines: 1 }));
  const company = shown.pipeline[0]?.companyId ?? "";
  const asked = parseCompanyQuestion(new URLSearchParams(), company);
  if ("mistakes" in asked) throw new Error("The question is wrong.");
  const ask = (number: number) => say({ kind: "ask", number, call: "company", ask: asked.question });
  const answers = () => heard.filter((message) => message.kind === "text");
  ask(1);
  ask(2);
  say({ kind: "changed", ids: [A] });
  ask(3);
  // Nobody has heard of this title.
  say({ kind: "ask", number: 4, call: "title", ask: "nobody-at-all" });
  await expect.poll(() => heard).toContainEqual({ kind: "answer", number: 4, answer: undefined });
  const [first, second, third] = answers();
  expect(answers()).toHaveLength(3);
  expect(JSON.parse(first?.text ?? "")).toHaveProperty("stays");
  expect(second).toEqual({ ...first, number: 2 });
  expect(third?.digest).not.toBe(first?.digest);
});

it("a pipeline whose change could not be read is in no answer until everything was read again", async () => {
  const heard: FromEngine[] = [];
  port.on("message", (message: FromEngine) => heard.push(message));
  const say = (message: ToEngine): void => port.postMessage(message);
  let isAway = false;
  const shown = toPublicProfile({ ...ADA, public_id: A }, [ENGINEER], "2026-11-15");
  const all = async function* () {
    // While the database is away, this waits.
    if (isAway) await new Promise(() => {});
    yield await Promise.resolve([shown]);
  };
  const some = () => Promise.reject(new Error("Connection terminated"));
  runEngine({ some, all, reconnect: () => {} }, "2026-11-15").join(inside);
  say({ kind: "everything", reading: 1 });
  await expect.poll(() => heard).toContainEqual(expect.objectContaining({ kind: "filled", lines: 1 }));
  say({ kind: "ask", number: 1, call: "counts", ask: [ANYBODY] });
  await expect.poll(() => heard).toContainEqual({ kind: "answer", number: 1, answer: [1] });
  isAway = true;
  say({ kind: "changed", ids: [A] });
  say({ kind: "ask", number: 2, call: "counts", ask: [ANYBODY] });
  await expect.poll(() => heard).toContainEqual({ kind: "answer", number: 2, answer: [0] });
});

it("a reading of everybody that fails is told, and tried again until it succeeds", async () => {
  const heard: FromEngine[] = [];
  port.on("message", (message: FromEngine) => heard.push(message));
  let tries = 0;
  const all = async function* () {
    tries += 1;
    if (tries === 1) throw new Error("Connection terminated");
    yield await Promise.resolve([]);
  };
  runEngine({ some: () => Promise.resolve([]), all, reconnect: () => {} }, "2026-11-15").join(inside);
  port.postMessage({ kind: "everything", reading: 1 } satisfies ToEngine);
  await expect.poll(() => heard).toContainEqual(expect.objectContaining({ kind: "filled", reading: 1 }));
  expect(heard[0]).toEqual({ kind: "read-failed", message: "Connection terminated" });
  expect(tries).toBe(2);
});

describe("an engine that several processes ask", () => {
  /** A client whose messages arrive at once. */
  function join(enter: ReturnType<typeof runEngine>["join"]) {
    const heard: FromEngine[] = [];
    let say = (_message: ToEngine): void => {};
    const leave = enter({
      postMessage: (message) => heard.push(message),
      on: (_event, listener) => (say = listener),
    });
    const filled = (): number[] => heard.flatMap((message) => (message.kind === "filled" ? message.reading : []));
    return { heard, filled, say: (message: ToEngine) => say(message), leave };
  }
  const people = [A, B].map((id) => toPublicProfile({ ...ADA, public_id: id }, [ENGINEER], "2026-11-15"));

  /** An engine whose readings of everything each wait until they are let go. */
  function openSlow(
    some: (ids: readonly string[]) => Promise<typeof people> = () => Promise.resolve([]),
    heardOf?: () => number,
  ) {
    const begun: PromiseWithResolvers<void>[] = [];
    const days: string[] = [];
    const all = async function* (day: string) {
      const reading = Promise.withResolvers<void>();
      begun.push(reading);
      days.push(day);
      await reading.promise;
      yield people;
    };
    const { join: enter, hear } = runEngine({ some, all, reconnect: () => {} }, "2026-11-15", heardOf);
    return { begun, days, enter, hear };
  }

  it("tells each the number of its own last request before the reading began", async () => {
    const { begun, enter } = openSlow();
    const [one, other] = [join(enter), join(enter)];
    one.say({ kind: "everything", reading: 7 });
    other.say({ kind: "everything", reading: 1 });
    // Requests that come together share a reading.
    await expect.poll(() => begun.length).toBe(1);
    other.say({ kind: "everything", reading: 2 });
    const late = join(enter);
    late.say({ kind: "everything", reading: 1 });
    begun[0]?.resolve();
    await expect.poll(() => begun.length).toBe(2);
    expect([one.filled(), other.filled(), late.filled()]).toEqual([[7], [1], [0]]);
    begun[1]?.resolve();
    await expect.poll(() => late.filled()).toEqual([0, 1]);
    expect([one.filled(), other.filled()]).toEqual([
      [7, 7],
      [1, 2],
    ]);
    expect(begun).toHaveLength(2);
  });

  it("answers each its own questions, with what it has announced before", async () => {
    let isHidden = false;
    const { begun, enter } = openSlow(() => Promise.resolve(isHidden ? [] : people.slice(0, 1)));
    const [one, other] = [join(enter), join(enter)];
    one.say({ kind: "everything", reading: 1 });
    await expect.poll(() => begun.length).toBe(1);
    begun[0]?.resolve();
    await expect.poll(() => one.filled()).toEqual([1]);
    isHidden = true;
    one.say({ kind: "ask", number: 1, call: "counts", ask: [ANYBODY] });
    one.say({ kind: "changed", ids: [A] });
    one.say({ kind: "ask", number: 2, call: "counts", ask: [ANYBODY] });
    // The same number, asked by another one.
    other.say({ kind: "ask", number: 1, call: "counts", ask: [ANYBODY] });
    const counts = (client: typeof one) => client.heard.filter(({ kind }) => kind === "answer");
    await expect.poll(() => counts(other)).toEqual([{ kind: "answer", number: 1, answer: [1] }]);
    expect(counts(one)).toEqual([
      { kind: "answer", number: 1, answer: [2] },
      { kind: "answer", number: 2, answer: [1] },
    ]);
  });

  it("goes on for the others when one fails or leaves, and sends nothing to who has left", async () => {
    const { begun, enter } = openSlow((ids) => {
      throw new Error(`Nobody reads ${ids.length}.`);
    });
    const [one, other] = [join(enter), join(enter)];
    one.say({ kind: "everything", reading: 1 });
    other.say({ kind: "everything", reading: 1 });
    await expect.poll(() => begun.length).toBe(1);
    begun[0]?.resolve();
    await expect.poll(() => other.filled()).toEqual([1]);
    one.say({ kind: "ask", number: 1, call: "next", ask: null as never });
    one.say({ kind: "changed", ids: [A] });
    one.say({ kind: "ask", number: 2, call: "counts", ask: [ANYBODY] });
    const before = one.heard.length;
    one.leave();
    other.say({ kind: "ask", number: 1, call: "counts", ask: [ANYBODY] });
    // The person that could not be read is in no answer until everything was read again.
    await expect.poll(() => other.heard).toContainEqual({ kind: "answer", number: 1, answer: [1] });
    await expect.poll(() => begun.length).toBe(2);
    begun[1]?.resolve();
    await expect.poll(() => other.filled()).toEqual([1, 1]);
    other.say({ kind: "ask", number: 2, call: "counts", ask: [ANYBODY] });
    await expect.poll(() => other.heard).toContainEqual({ kind: "answer", number: 2, answer: [2] });
    expect(one.heard).toHaveLength(before);
  });

  it("follows the latest day, not one that was sent late, and an earlier one once all have it", async () => {
    const { begun, days, enter } = openSlow();
    const [one, other] = [join(enter), join(enter)];
    const read = async (): Promise<void> => {
      const before = begun.length;
      one.say({ kind: "everything", reading: before + 1 });
      await expect.poll(() => begun.length).toBe(before + 1);
      begun[before]?.resolve();
      await expect.poll(() => one.filled()).toContain(before + 1);
    };
    one.say({ kind: "today", date: "2026-11-16" });
    other.say({ kind: "today", date: "2026-11-15" });
    await read();
    one.say({ kind: "today", date: "2026-11-14" });
    await read();
    other.leave();
    one.say({ kind: "today", date: "2026-11-14" });
    await read();
    expect(days).toEqual(["2026-11-16", "2026-11-15", "2026-11-14"]);
  });

  it("has everybody as of the new day where one joins after midnight, while it is filled", async () => {
    const filling = Promise.withResolvers<void>();
    const begins = { ...ENGINEER, start_date: "2026-11-16" };
    const seenOn = (day: string) => [toPublicProfile({ ...ADA, public_id: A }, [begins], day)];
    const all = async function* (day: string) {
      await filling.promise;
      yield seenOn(day);
    };
    const some = (_ids: readonly string[], day: string) => Promise.resolve(seenOn(day));
    const { join: enter } = runEngine({ all, some, reconnect: () => {} }, "2026-11-15");
    const one = join(enter);
    one.say({ kind: "everything", reading: 1 });
    // The reading begins after a moment.
    await sleep(100);
    const other = join(enter);
    other.say({ kind: "today", date: "2026-11-16" });
    other.say({ kind: "ask", number: 1, call: "counts", ask: [ANYBODY] });
    await expect.poll(() => other.heard).toContainEqual({ kind: "answer", number: 1, answer: [0] });
    filling.resolve();
    await expect.poll(() => one.filled()).toEqual([1]);
    one.say({ kind: "ask", number: 1, call: "verify", ask: null });
    const differences: string[] = [];
    await expect.poll(() => one.heard.at(-1)).toEqual({ kind: "answer", number: 1, answer: { lines: 1, differences } });
  });

  it("reads once for all that come where it hears of changes by itself, and has heard of all before", async () => {
    let heard = -Infinity;
    let isHidden = false;
    const { begun, enter, hear } = openSlow(
      () => Promise.resolve(isHidden ? [] : people.slice(0, 1)),
      () => heard,
    );
    const [one, other] = [join(enter), join(enter)];
    one.say({ kind: "everything", reading: 1 });
    await sleep(100);
    // It does not listen yet.
    expect(begun).toEqual([]);
    heard = performance.now();
    hear(["*"]);
    await expect.poll(() => begun.length).toBe(1);
    begun[0]?.resolve();
    await expect.poll(() => one.filled()).toEqual([1]);
    // Somebody hides. The news comes before the next heartbeat, as PostgreSQL sends them.
    other.say({ kind: "everything", reading: 5 });
    await sleep(100);
    expect(other.filled()).toEqual([0]);
    isHidden = true;
    hear([`profile:${A}`, "stats"]);
    heard = performance.now();
    await expect.poll(() => other.filled()).toEqual([0, 5]);
    other.say({ kind: "ask", number: 1, call: "counts", ask: [ANYBODY] });
    await expect.poll(() => other.heard.at(-1)).toEqual({ kind: "answer", number: 1, answer: [1] });
    expect(begun).toHaveLength(1);
  });

  it.each([
    ["everything has changed, or it could not listen", "hear"],
    ["a client mistrusts the connections", "reconnect"],
  ] as const)("reads again before it answers a request after it has heard that %s", async (_, how) => {
    let heard = performance.now();
    const { begun, enter, hear } = openSlow(undefined, () => heard);
    const [one, other] = [join(enter), join(enter)];
    hear(["*"]);
    await expect.poll(() => begun.length).toBe(1);
    if (how === "hear") hear(["*"]);
    else one.say({ kind: "reconnect" });
    other.say({ kind: "everything", reading: 1 });
    heard = performance.now() + 1;
    begun[0]?.resolve();
    await expect.poll(() => begun.length).toBe(2);
    await sleep(100);
    expect(other.filled()).toEqual([0]);
    begun[1]?.resolve();
    await expect.poll(() => other.filled()).toEqual([0, 1]);
  });
});
