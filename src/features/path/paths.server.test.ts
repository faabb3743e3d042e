import { Worker } from "node:worker_threads";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { routeOf } from "#features/path/pure/route-parts.ts";
import type { CompanyQuestion } from "#features/path/pure/types.ts";
import { parseCompanyQuestion } from "#features/path/pure/query/questions.ts";
import { PathService } from "./paths.server.ts";

/**
 * A fake thread: it fills its data when told to read, answers `titles` and `company`, ends with an error on `title`, and does not
 * answer anything else.
 */
const THREAD = `
  const { parentPort } = require("node:worker_threads");
  parentPort.on("message", ({ kind, number, call, reading }) => {
    if (kind === "everything") parentPort.postMessage({ kind: "filled", reading, lines: 0, milliseconds: 1 });
    if (call === "titles") parentPort.postMessage({ kind: "answer", number, answer: { titles: [] } });
    if (call === "company") parentPort.postMessage({ kind: "text", number, text: '{"people":7}', digest: "one" });
    if (call === "title") process.exit(1);
    if (call === "similar") parentPort.postMessage({ kind: "failed", number, name: "TypeError", message: "of ours" });
    if (call === "next") parentPort.postMessage({ kind: "failed", number, name: "RangeError", message: "Too long." });
  });`;

/**
 * A fake thread. Its first reading of everything ends at once, later ones after `milliseconds`. It answers every
 * question with the number of the reading that ended last.
 */
const slowThread = (milliseconds: number): string => `
  const { parentPort } = require("node:worker_threads");
  let read = 0;
  parentPort.on("message", ({ kind, number, reading }) => {
    if (kind === "ask") parentPort.postMessage({ kind: "answer", number, answer: { read } });
    if (kind === "everything") setTimeout(() => {
      read = reading;
      parentPort.postMessage({ kind: "filled", reading, lines: 0, milliseconds: 1 });
    }, reading === 1 ? 0 : ${milliseconds});
  });`;

/** A fake thread. Its answers about companies say how many questions it has had, each after `milliseconds`. */
const countingThread = (milliseconds: number): string => `
  const { parentPort } = require("node:worker_threads");
  let asked = 0;
  parentPort.on("message", ({ kind, number, reading }) => {
    if (kind === "everything") parentPort.postMessage({ kind: "filled", reading, lines: 0, milliseconds: 1 });
    if (kind !== "ask") return;
    asked += 1;
    const text = JSON.stringify({ asked });
    setTimeout(() => parentPort.postMessage({ kind: "text", number, text, digest: text }), ${milliseconds});
  });`;

const services: PathService[] = [];
afterAll(async () => {
  for (const service of services) await service.close();
});

async function open(
  isFresh = () => true,
  thread = THREAD,
  onRead = () => {},
  today = () => "2026-11-15",
): Promise<PathService> {
  const paths = new PathService({
    isFresh,
    onRead,
    start: () => new Worker(thread, { eval: true }),
    today,
    log: { info: () => {}, warn: () => {} },
  });
  services.push(paths);
  paths.changed(["*"]);
  await vi.waitFor(() => expect(paths.isReady()).toBe(true), { timeout: 20_000 });
  return paths;
}

const NEXT = routeOf([]);

function questionAbout(letter: string): CompanyQuestion {
  const asked = parseCompanyQuestion(new URLSearchParams(), letter.repeat(24));
  if ("mistakes" in asked) throw new Error("The question is wrong.");
  return asked.question;
}

const notReady = { code: "paths-not-ready", retryAfter: 2 };

// Most of them wait, each with a thread of its own, so they wait together.
describe.concurrent("the path engine's thread, seen from outside", () => {
  it("answers nothing before it is filled", async () => {
    const paths = new PathService({
      start: () => new Worker(THREAD, { eval: true }),
      today: () => "2026-11-15",
      log: { info: () => {}, warn: () => {} },
    });
    services.push(paths);
    await expect(paths.ask("titles", null)).rejects.toMatchObject(notReady);
  });

  it("dies: who waits is told to come back, and a new one is started and told to read", async () => {
    const paths = await open();
    const waiting = paths.ask("verify", null);
    const dying = paths.ask("title", "x");
    await expect(waiting).rejects.toMatchObject(notReady);
    await expect(dying).rejects.toMatchObject(notReady);
    expect(paths.isReady()).toBe(false);
    await vi.waitFor(async () => expect(await paths.ask("titles", null)).toEqual({ titles: [] }), { timeout: 10_000 });
  });

  it("dies: eight questions after that wait for the new one, and not the ninth", async () => {
    const paths = await open();
    await expect(paths.ask("title", "x")).rejects.toMatchObject(notReady);
    const eight = Array.from({ length: 8 }, () => paths.ask("titles", null));
    expect(paths.waiting()).toBe(8);
    const asked = performance.now();
    await expect(paths.ask("titles", null)).rejects.toMatchObject(notReady);
    expect(performance.now() - asked).toBeLessThan(500);
    expect(await Promise.all(eight)).toEqual(eight.map(() => ({ titles: [] })));
  });

  it("dies for long: a question waits two seconds, and nobody waits once four have passed", async () => {
    let starts = 0;
    const paths = new PathService({
      start: () => {
        starts += 1;
        // Only the first one reads.
        return new Worker(starts === 1 ? THREAD : "setInterval(() => {}, 1_000);", { eval: true });
      },
      today: () => "2026-11-15",
      log: { info: () => {}, warn: () => {} },
    });
    services.push(paths);
    paths.changed(["*"]);
    await vi.waitFor(() => expect(paths.isReady()).toBe(true), { timeout: 20_000 });
    await expect(paths.ask("title", "x")).rejects.toMatchObject(notReady);
    const waited = async (): Promise<number> => {
      const asked = performance.now();
      await expect(paths.ask("titles", null)).rejects.toMatchObject(notReady);
      return performance.now() - asked;
    };
    const first = await waited();
    expect(first).toBeGreaterThan(1_900);
    await new Promise((resolve) => setTimeout(resolve, 2_200));
    expect(await waited()).toBeLessThan(500);
  });

  it("answers nothing while changes are not heard of, and after that once everything was read again", async () => {
    const paths = await open();
    paths.listening(false);
    expect(paths.isReady()).toBe(false);
    await expect(paths.ask("titles", null)).rejects.toMatchObject(notReady);
    // A change of our own has everything read meanwhile: what others changed is missing all the same.
    paths.changed(["*"]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(paths.isReady()).toBe(false);
    paths.listening(true);
    paths.changed(["*"]);
    await vi.waitFor(async () => expect(await paths.ask("titles", null)).toEqual({ titles: [] }), { timeout: 20_000 });
  });

  it("waits a moment for the word that no change was missed, and no longer", async () => {
    let isFresh = true;
    const paths = await open(() => isFresh);
    isFresh = false;
    const asked = paths.ask("titles", null);
    expect(paths.waiting()).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    isFresh = true;
    expect(await asked).toEqual({ titles: [] });
    isFresh = false;
    const started = performance.now();
    await expect(paths.ask("titles", null)).rejects.toMatchObject(notReady);
    expect(performance.now() - started).toBeGreaterThan(1_400);
    expect(paths.waiting()).toBe(0);
  });

  it("is asked after a change of everything once that was read, and tells that it was", async () => {
    let readings = 0;
    const paths = await open(
      () => true,
      slowThread(150),
      () => (readings += 1),
    );
    expect(readings).toBe(1);
    paths.changed(["*"]);
    const asked = paths.ask("titles", null);
    expect(paths.waiting()).toBe(1);
    expect(await asked).toEqual({ read: 2 });
    expect(readings).toBe(2);
    expect(paths.waiting()).toBe(0);
  });

  it("answers with what it has where reading everything takes long", async () => {
    const paths = await open(() => true, slowThread(30_000));
    paths.changed(["*"]);
    expect(await paths.ask("titles", null)).toEqual({ read: 1 });
    // The next questions do not wait again. The quickest, because a busy machine may pause.
    const took: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const started = performance.now();
      expect(await paths.ask("titles", null)).toEqual({ read: 1 });
      took.push(performance.now() - started);
    }
    expect(Math.min(...took)).toBeLessThan(500);
  });

  it.each([
    ["was told to read before", ["*"], []],
    ["is told to read after", [], ["*"]],
  ])("starts late, at the first question, if it may, and then reads what it %s", async (_, before, after) => {
    const starts: string[] = [];
    const start = (day: string) => {
      starts.push(day);
      return new Worker(THREAD, { eval: true });
    };
    let today = "2026-11-15";
    const log = { info: () => {}, warn: () => {} };
    const paths = new PathService({ start, today: () => today, log, isLazy: true });
    services.push(paths);
    paths.changed(before);
    paths.changed(["profile:0123456789abcdef01234567"]);
    expect(starts).toEqual([]);
    today = "2026-11-16";
    await expect(paths.ask("titles", null)).rejects.toMatchObject(notReady);
    paths.changed(after);
    await vi.waitFor(async () => expect(await paths.ask("titles", null)).toEqual({ titles: [] }), { timeout: 20_000 });
    expect(starts).toEqual(["2026-11-16"]);
  });

  it("gives the same object for the same text", async () => {
    const paths = await open();
    const first = await paths.ask("company", questionAbout("a"));
    expect(first).toEqual({ people: 7 });
    paths.changed(["profile:0123456789abcdef01234567"]);
    expect(await paths.ask("company", questionAbout("a"))).toBe(first);
  });

  it("asks the thread once about a public page, and again after each change", async () => {
    let today = "2026-11-15";
    const paths = await open(
      () => true,
      countingThread(0),
      undefined,
      () => today,
    );
    const ask = () => paths.ask("company", questionAbout("a"));
    expect(await ask()).toEqual({ asked: 1 });
    expect(await ask()).toEqual({ asked: 1 });
    expect(await paths.ask("company", questionAbout("b"))).toEqual({ asked: 2 });
    expect(await ask()).toEqual({ asked: 1 });
    paths.changed(["profile:0123456789abcdef01234567"]);
    expect(await ask()).toEqual({ asked: 3 });
    paths.changed(["*"]);
    expect(await ask()).toEqual({ asked: 4 });
    today = "2026-11-16";
    expect(await ask()).toEqual({ asked: 5 });
    expect(await ask()).toEqual({ asked: 5 });
    // An answer that is known must not be given either while changes are missed.
    paths.listening(false);
    await expect(ask()).rejects.toMatchObject(notReady);
    paths.listening(true);
    paths.changed(["*"]);
    await vi.waitFor(async () => expect(await ask()).toEqual({ asked: 6 }), { timeout: 20_000 });
  });

  it("does not keep an answer that was on its way when something changed", async () => {
    const paths = await open(() => true, countingThread(100));
    const early = paths.ask("company", questionAbout("a"));
    paths.changed(["profile:0123456789abcdef01234567"]);
    expect(await early).toEqual({ asked: 1 });
    expect(await paths.ask("company", questionAbout("a"))).toEqual({ asked: 2 });
    expect(await paths.ask("company", questionAbout("a"))).toEqual({ asked: 2 });
  });

  it("says whose fault a failure is", async () => {
    const paths = await open();
    await expect(paths.ask("next", NEXT)).rejects.toMatchObject({ code: "bad-request", message: "Too long." });
    await expect(paths.ask("similar", "x")).rejects.toThrow("The path engine failed: of ours");
  });
});

// By itself: the clock that it sets would be that of the others too.
it("the path engine's thread has at most 64 waiting; the next is told when to come back, and none waits for ever", async () => {
  const paths = await open();
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const waiting = Array.from({ length: 64 }, () => paths.ask("verify", null));
  const given = Promise.allSettled(waiting);
  const busy = { code: "overloaded", retryAfter: 1 };
  await expect(paths.ask("titles", null)).rejects.toMatchObject(busy);
  vi.advanceTimersByTime(5_000);
  for (const one of await given) expect(one).toMatchObject({ status: "rejected", reason: busy });
  await expect(paths.ask("titles", null)).resolves.toEqual({ titles: [] });
});
