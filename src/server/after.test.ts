import { pino } from "pino";
import { expect, test } from "vitest";
import { afterAnswer, allDone } from "./after.ts";

function logTo(lines: string[]) {
  return pino({ base: null }, { write: (line: string) => void lines.push(line) });
}

test("work comes after what follows the call, and allDone waits for it", async () => {
  const seen: string[] = [];
  afterAnswer(logTo([]), "work", async () => {
    seen.push("work");
  });
  await Promise.resolve();
  seen.push("answer");
  await allDone();
  expect(seen).toEqual(["answer", "work"]);
});

test("a failure is logged without what it holds, and harms nobody", async () => {
  const lines: string[] = [];
  afterAnswer(logTo(lines), "reset mail", () => Promise.reject(new Error("secret@example.test")));
  await allDone();
  expect(lines.join("")).toContain("reset mail failed after the answer");
  expect(lines.join("")).not.toContain("secret");
});

test("what waits is bounded", async () => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  for (let n = 0; n < 100; n += 1) afterAnswer(logTo([]), "x", () => gate);
  expect(() => afterAnswer(logTo([]), "x", () => gate)).toThrow(expect.objectContaining({ status: 503 }));
  release();
  await allDone();
  afterAnswer(logTo([]), "x", async () => {});
  await allDone();
});
