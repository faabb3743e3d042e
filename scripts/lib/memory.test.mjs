import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { commandIn, stagesOf } from "#tests/helpers/dockerfile.ts";
import { HEAP, MEMORY, withMemory } from "./memory.mjs";

test("the allocator has one area, unless the environment says otherwise", () => {
  expect(withMemory({ PORT: "1" })).toEqual({ PORT: "1", MALLOC_ARENA_MAX: "1" });
  expect(withMemory({ MALLOC_ARENA_MAX: "4" })).toEqual({ MALLOC_ARENA_MAX: "4" });
});

test("the container's image starts the app with the same options", () => {
  const steps = stagesOf(readFileSync("deploy/docker/Dockerfile", "utf8")).flat();
  const texts = (/** @type {string} */ what) => steps.filter((step) => step.what === what).map(({ text }) => text);
  for (const [name, value] of Object.entries(MEMORY)) expect(texts("ENV")).toContain(`${name}=${value}`);
  expect(commandIn(texts("CMD").at(-1) ?? "")).toEqual(["node", ...HEAP, "src/main.server.ts"]);
});
