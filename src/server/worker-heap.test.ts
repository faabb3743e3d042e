import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { HEAP } from "#scripts/lib/memory.mjs";
import { smallHeapFlags } from "./worker-heap.ts";

const PROGRAM = `
  const kept = [];
  for (let n = 0; n < 5e6; n += 1) kept[n % 200_000] = { n };
  const { space_size } = process.getBuiltinModule("node:v8").getHeapSpaceStatistics().find((one) => one.space_name === "new_space");
  console.log(space_size / 2 ** 20);`;

/** Megabytes of a worker thread's young generation while it makes much that dies soon. */
function youngOf(limits: string): number {
  const main = `
    import { Worker } from "node:worker_threads";
    import { smallYoungHeap } from "#server/worker-heap.ts";
    new Worker(${JSON.stringify(PROGRAM)}, { eval: true, resourceLimits: ${limits} });`;
  return Number(execFileSync(process.execPath, [...HEAP, "--input-type=module", "--eval", main], { encoding: "utf8" }));
}

test("a worker thread has a small young generation, although the command line allows more", () => {
  expect(youngOf("smallYoungHeap()")).toBeLessThanOrEqual(3);
  expect(youngOf("{ maxYoungGenerationSizeMb: 3 }")).toBeGreaterThan(8);
});

test("so has a process with the options, although its parent's command line allows more", () => {
  const run = (...options: string[]): number =>
    Number(execFileSync(process.execPath, [...HEAP, ...options, "--eval", PROGRAM], { encoding: "utf8" }));
  expect(run(...smallHeapFlags())).toBeLessThanOrEqual(3);
  expect(run()).toBeGreaterThan(8);
});
