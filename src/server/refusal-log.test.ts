import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pino } from "pino";
import { AppError } from "#core/errors.ts";
import { noteRefusal } from "./refusal-log.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function openLog() {
  const lines: Record<string, unknown>[] = [];
  return { log: pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) }), lines };
}

test("overload refusals write one line a second, with their number by reason and no stack", () => {
  const { log, lines } = openLog();
  const away = Object.assign(new Error("planted"), { code: "57P01" });
  for (let n = 0; n < 500; n += 1) noteRefusal(log, n % 5 === 0 ? away : new AppError("overloaded"));
  expect(lines).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(lines.map(({ refused, msg, err }) => ({ refused, msg, err }))).toEqual([
    { refused: { "57P01": 100, overloaded: 400 }, msg: "requests refused: overloaded", err: undefined },
  ]);
  vi.advanceTimersByTime(10_000);
  expect(lines).toHaveLength(1);
  noteRefusal(log, new Error("Connection terminated"));
  vi.advanceTimersByTime(1_000);
  expect(lines.at(-1)?.["refused"]).toEqual({ "database-away": 1 });
});

test("each log has its own line, also where another one's never comes", () => {
  const [first, second] = [openLog(), openLog()];
  noteRefusal(first.log, new AppError("overloaded"));
  vi.clearAllTimers();
  noteRefusal(second.log, new AppError("overloaded"));
  vi.advanceTimersByTime(1_000);
  expect([first.lines.length, second.lines.map(({ refused }) => refused)]).toEqual([0, [{ overloaded: 1 }]]);
});

test("refusals before the path engine is ready are no error; beside others they are counted with them", () => {
  const { log, lines } = openLog();
  noteRefusal(log, new AppError("paths-not-ready"));
  vi.advanceTimersByTime(1_000);
  noteRefusal(log, new AppError("paths-not-ready"));
  noteRefusal(log, new AppError("overloaded"));
  vi.advanceTimersByTime(1_000);
  expect(lines.map(({ level, refused, msg }) => ({ level, refused, msg }))).toEqual([
    { level: 30, refused: { "paths-not-ready": 1 }, msg: "requests refused: the path engine is not ready" },
    { level: 50, refused: { "paths-not-ready": 1, overloaded: 1 }, msg: "requests refused: overloaded" },
  ]);
});
