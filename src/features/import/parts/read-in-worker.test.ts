import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LIMITS, type ReadResult } from "#features/import/rules.ts";
import { readInWorker, type ReaderAnswer } from "./read-in-worker.ts";

const FOUND: ReadResult = { positions: [], education: [], profile: undefined, problems: [] };
const LISTED = [{ id: "1", name: "quarry lane", displayName: "Quarry Lane" }];
const FILES = [new File(["x"], "x.csv")];

/** A worker that is controlled by the test. */
class FakeWorker extends EventTarget implements Worker {
  onmessage = null;
  onmessageerror = null;
  onerror = null;
  isEnded = false;
  port: MessagePort | undefined;
  readonly heard: unknown[] = [];
  postMessage(message: unknown, options?: StructuredSerializeOptions | Transferable[]): void {
    this.heard.push(message);
    const port = Array.isArray(options) ? options[0] : undefined;
    if (!(port instanceof MessagePort)) throw new Error("It has no way to answer.");
    this.port = port;
    port.addEventListener("message", ({ data }) => this.heard.push(data));
    port.start();
  }
  terminate(): void {
    this.isEnded = true;
    this.port?.close();
  }
  say(answer: ReaderAnswer): void {
    this.port?.postMessage(answer);
  }
}

function begin(signal = new AbortController().signal) {
  const worker = new FakeWorker();
  const reports: [string, number][] = [];
  const reading = readInWorker(
    FILES,
    Promise.resolve(LISTED),
    { signal, onProgress: (what, share) => reports.push([what, share]) },
    () => worker,
  );
  // The test looks at the failure later. Until then it must not count as unhandled.
  reading.catch(() => undefined);
  return { worker, reports, reading };
}

describe("reading beside the page", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  it("hands over the files and the list, tells of the steps, and ends with the result", async () => {
    const { worker, reports, reading } = begin();
    worker.say({ is: "begun" });
    worker.say({ is: "step", what: "Reading x.csv", share: 0.5 });
    worker.say({ is: "done", result: FOUND, resolutions: new Map() });
    await expect(reading).resolves.toEqual({ result: FOUND, resolutions: new Map() });
    expect(reports).toEqual([["Reading x.csv", 0.5]]);
    expect(worker.heard[0]).toEqual({ files: FILES, answers: new Map() });
    expect(worker.isEnded).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("gives the list once it is there", async () => {
    const { worker } = begin();
    await vi.waitFor(() => expect(worker.heard[1]).toEqual(LISTED), { interval: 0 });
    expect(worker.isEnded).toBe(false);
  });

  it("stops at once when it is told to, and never begins when that came first", async () => {
    const control = new AbortController();
    const { worker, reading } = begin(control.signal);
    control.abort();
    await expect(reading).rejects.toBe(control.signal.reason);
    expect(worker.isEnded).toBe(true);
    const late = begin(control.signal);
    await expect(late.reading).rejects.toBe(control.signal.reason);
    expect(late.worker.heard).toEqual([]);
  });

  it("is given up after its time", async () => {
    const { worker, reading } = begin();
    vi.advanceTimersByTime(LIMITS.seconds * 1_000 - 1);
    expect(worker.isEnded).toBe(false);
    vi.advanceTimersByTime(1);
    await expect(reading).rejects.toThrow("Reading took longer than 3 minutes, so we stopped.");
    expect(worker.isEnded).toBe(true);
  });

  it("says whether it did not load, died, or failed unexpectedly", async () => {
    const absent = begin();
    absent.worker.dispatchEvent(new Event("error"));
    await expect(absent.reading).rejects.toThrow("did not load");
    const dead = begin();
    dead.worker.say({ is: "step", what: "", share: 0 });
    await vi.waitFor(() => expect(dead.reports).toHaveLength(1), { interval: 0 });
    dead.worker.dispatchEvent(new Event("error"));
    await expect(dead.reading).rejects.toThrow("stopped reading");
    const broken = begin();
    broken.worker.say({ is: "broken" });
    await expect(broken.reading).rejects.toThrow("stopped reading");
    expect([absent, dead, broken].map(({ worker }) => worker.isEnded)).toEqual([true, true, true]);
  });
});
