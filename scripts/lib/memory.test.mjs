import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { commandIn, stagesOf } from "#tests/helpers/dockerfile.ts";
import { HEAP, MEMORY, withMemory } from "./memory.mjs";
import { MAIN } from "./programs.mjs";

test("the allocator has one area and gives large pieces back, unless the environment says otherwise", () => {
  const own = { MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: "1048576" };
  expect(withMemory({ PORT: "1" })).toEqual({ PORT: "1", ...own });
  expect(withMemory({ MALLOC_ARENA_MAX: "4" })).toEqual({ ...own, MALLOC_ARENA_MAX: "4" });
});

test("the container's image starts the app with the same options", () => {
  const steps = stagesOf(readFileSync("deploy/docker/Dockerfile", "utf8")).flat();
  const texts = (/** @type {string} */ what) => steps.filter((step) => step.what === what).map(({ text }) => text);
  for (const [name, value] of Object.entries(MEMORY)) expect(texts("ENV")).toContain(`${name}=${value}`);
  expect(commandIn(texts("CMD").at(-1) ?? "")).toEqual(["node", ...HEAP, MAIN]);
});
