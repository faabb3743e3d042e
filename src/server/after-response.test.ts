import { pino } from "pino";
import { expect, test } from "vitest";
import { afterResponse, allAfterResponseDone } from "./after-response.ts";

function logTo(lines: string[]) {
  return pino({ base: null }, { write: (line: string) => void lines.push(line) });
}

test("work comes after what follows the call, and allAfterResponseDone waits for it", async () => {
  const seen: string[] = [];
  afterResponse(logTo([]), "work", async () => {
    seen.push("work");
  });
  await Promise.resolve();
  seen.push("answer");
  await allAfterResponseDone();
  expect(seen).toEqual(["answer", "work"]);
});

test("a failure is logged without what it holds, and harms nobody", async () => {
  const lines: string[] = [];
  afterResponse(logTo(lines), "reset mail", () => Promise.reject(new Error("secret@example.test")));
  await allAfterResponseDone();
  expect(lines.join("")).toContain("reset mail failed after the answer");
  expect(lines.join("")).not.toContain("secret");
});

test("what waits is bounded", async () => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  for (let n = 0; n < 100; n += 1) afterResponse(logTo([]), "x", () => gate);
  expect(() => afterResponse(logTo([]), "x", () => gate)).toThrow(expect.objectContaining({ status: 503 }));
  release();
  await allAfterResponseDone();
  afterResponse(logTo([]), "x", async () => {});
  await allAfterResponseDone();
});
