import { expect, test } from "vitest";
import { LineBatch } from "./line-batch.ts";

test.each([0, 1, 255, 256, 257, 1_000])("hands on %i lines, in order and each once", (count) => {
  const handed: number[] = [];
  const batch = new LineBatch((lines) => {
    handed.push(...lines);
  });
  const lines = Array.from({ length: count }, (_, line) => line * 3);
  for (const line of lines) batch.add(line);
  batch.flush();
  batch.flush();
  expect(handed).toEqual(lines);
});
