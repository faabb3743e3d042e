import { MessageChannel } from "node:worker_threads";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ANY_ROLE, routeOf } from "#features/path/pure/route-parts.ts";
import { ADA, ENGINEER } from "#tests/helpers/stored-person.ts";
import { parseCompanyQuestion } from "#features/path/pure/query/questions.ts";
import { toPublicProfile } from "#features/profile/pure/projection.ts";
import type { FromEngine, ToEngine } from "./messages.ts";
import { runThread } from "./run-engine.server.ts";

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
  runThread(inside, { some, all, reconnect: () => {} }, "2026-11-15");
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
  runThread(inside, { some, all: async function* () {}, reconnect: () => {} }, "2026-11-15");
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
  runThread(inside, { some, all, reconnect: () => giveUp(new Error("Connection terminated")) }, "2026-11-15");
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
  runThread(inside, { some: () => Promise.resolve([]), all, reconnect: () => {} }, "2026-11-15");
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
  runThread(inside, { some, all, reconnect: () => {} }, "2026-11-15");
  say({ kind: "everything", reading: 1 });
  await expect.poll(() => heard).toContainEqual(expect.objectContaining({ kind: "filled", lines: 1 }));
  say({ kind: "ask", number: 1, call: "counts", ask: [ANYBODY] });
  await expect.poll(() => heard).toContainEqual({ kind: "answer", number: 1, answer: [1] });
  isAway = true;
  say({ kind: "changed", ids: [A] });
  say({ kind: "ask", number: 2, call: "counts", ask: [ANYBODY] });
  await expect.poll(() => heard).toContainEqual({ kind: "answer", number: 2, answer: [0] });
});
