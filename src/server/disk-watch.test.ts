import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { hasReserve, keepReserve, releaseReserve, reserveBytes } from "#db/embedded/embedded.ts";
import { followFullErrors, watchDisk, type DiskWatch } from "./disk-watch.ts";

const MEGABYTE = 1_048_576;
const TOTAL = 1_000 * MEGABYTE;

let folder = "";
let free = 500 * MEGABYTE;
let lines: string[] = [];
let watch: DiskWatch | undefined;
const write = (fields: object, text: string): void => void lines.push(`${text} ${JSON.stringify(fields)}`);
const log = { warn: write, error: write, info: write } as unknown as Parameters<typeof watchDisk>[1];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pipelines-disk-"));
  lines = [];
  vi.useFakeTimers();
});
afterEach(() => {
  watch?.close();
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

async function at(megabytes: number): Promise<void> {
  free = megabytes * MEGABYTE;
  await vi.advanceTimersByTimeAsync(1_000);
}

it("warns once when 85 and when 95 percent are used, and again after it was less", async () => {
  watch = watchDisk(folder, log, () => ({ free, total: TOTAL }));
  for (const megabytes of [160, 140, 130, 60, 49]) await at(megabytes);
  expect(lines).toEqual([expect.stringContaining('"usedPercent":86'), expect.stringContaining('"usedPercent":95')]);
  lines = [];
  await at(500);
  await at(149);
  expect(lines).toEqual([expect.stringContaining("the disk is getting full")]);
});

it("stops saves below 48 MB, and lets them go on when there is that and the reserve", async () => {
  watch = watchDisk(folder, log, () => ({ free, total: TOTAL }));
  expect(hasReserve(folder)).toBe(true);
  await at(49);
  expect(watch.isFull()).toBe(false);
  await at(47);
  expect(watch.isFull()).toBe(true);
  expect(lines.at(-1)).toContain("disk full");
  await at(60);
  expect(watch.isFull()).toBe(true);
  releaseReserve(folder);
  await at(100);
  expect(watch.isFull()).toBe(false);
  expect(hasReserve(folder)).toBe(true);
});

it("the reserve is really there: bytes on the disk, for its owner alone, less of a small disk", () => {
  expect(keepReserve(folder)).toBe(true);
  const file = statSync(join(folder, "reserve"));
  expect(file.blocks * 512).toBeGreaterThanOrEqual(32 * MEGABYTE);
  expect(file.mode & 0o777).toBe(0o600);
  expect(reserveBytes({ total: 100 * MEGABYTE })).toBe(8 * MEGABYTE);
  expect(releaseReserve(folder)).toBe(true);
  expect(releaseReserve(folder)).toBe(false);
});

it("another database's own word stops saves for five seconds, is said once, and is shown for a minute after the last", async () => {
  const errors = followFullErrors(log);
  const full = Object.assign(new Error("could not extend file"), { code: "53100" });
  errors.note(Object.assign(new Error("some other error"), { code: "23505" }));
  expect([errors.isFull(), errors.isShown()]).toEqual([false, false]);
  errors.note(full);
  expect([errors.isFull(), errors.isShown()]).toEqual([true, true]);
  await vi.advanceTimersByTimeAsync(5_100);
  expect([errors.isFull(), errors.isShown()]).toEqual([false, true]);
  errors.note(new Error("a save failed", { cause: full }));
  expect(errors.isFull()).toBe(true);
  expect(lines).toEqual([expect.stringContaining("disk full: the database says so")]);
  await vi.advanceTimersByTimeAsync(60_100);
  expect([errors.isFull(), errors.isShown()]).toEqual([false, false]);
  expect(lines.at(-1)).toContain("the disk of the database has space again");
  errors.note(full);
  expect(lines.at(-1)).toContain("disk full");
  errors.close();
});
