import { expect, test } from "vitest";
import { visibilityAfter } from "./rules.ts";

test.each([
  ["public", {}, "public"],
  ["public", { anonymous: false }, "public"],
  ["public", { anonymous: true }, "anonymous"],
  ["anonymous", { anonymous: true }, "anonymous"],
  ["anonymous", { anonymous: false }, "public"],
  // Sent back as it was read, the older switch changes nothing.
  ["private", { anonymous: true }, "private"],
  ["private", {}, "private"],
  ["private", { anonymous: false }, "public"],
  ["public", { visibility: "private" }, "private"],
  ["private", { visibility: "anonymous", anonymous: false }, "anonymous"],
  ["anonymous", { visibility: "public", anonymous: true }, "public"],
] as const)("from %s by %j to %s", (before, patch, after) => {
  expect(visibilityAfter(before, patch)).toBe(after);
});
