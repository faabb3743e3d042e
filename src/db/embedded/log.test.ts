import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { limitLog } from "./log.ts";

it("a log that has grown is emptied under its writer, and its lines are kept once", () => {
  const folder = mkdtempSync(join(tmpdir(), "pipelines-log-"));
  const file = join(folder, "postgres.log");
  const writer = openSync(file, "a");
  writeSync(writer, "first\n");
  limitLog(file, 100);
  expect(readFileSync(file, "utf8")).toBe("first\n");
  writeSync(writer, "x".repeat(200));
  limitLog(file, 100);
  writeSync(writer, "next\n");
  expect(readFileSync(file, "utf8")).toBe("next\n");
  expect(readFileSync(`${file}.old`, "utf8")).toContain("first\nxxx");
  closeSync(writer);
  rmSync(folder, { recursive: true });
});

it("a log whose copy cannot be written, as on a full disk, is emptied all the same and ends nothing", () => {
  const folder = mkdtempSync(join(tmpdir(), "pipelines-log-"));
  const file = join(folder, "postgres.log");
  mkdirSync(`${file}.old`);
  closeSync(openSync(file, "a"));
  writeFileSync(file, "x".repeat(200));
  limitLog(file, 100);
  expect(readFileSync(file, "utf8")).toBe("");
  rmSync(folder, { recursive: true });
});
