import { expect, it } from "vitest";
import { sharedBuffers } from "./server.ts";

it.each([
  [512 * 2 ** 20, "128MB"],
  [2 * 2 ** 30, "128MB"],
  [8 * 2 ** 30, "512MB"],
  [64 * 2 ** 30, "1024MB"],
])("of %d bytes PostgreSQL keeps %s for tables", (memory, expected) => {
  expect(sharedBuffers(memory)).toBe(expected);
});
