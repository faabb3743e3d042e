import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";

/** The most megabytes of arrays, while 300 of a megabyte each are made and the last one is kept. */
function mostWith(call: string, ...options: string[]): number {
  const main = `
    import { freeArrays, freeEverything } from "#server/array-garbage.ts";
    const kept = [];
    let most = 0;
    for (let n = 0; n < 300; n += 1) {
      kept[0] = new Uint32Array(250_000);
      ${call}
      most = Math.max(most, process.memoryUsage().arrayBuffers / 1e6);
    }
    console.log(most);`;
  return Number(
    execFileSync(process.execPath, [...options, "--input-type=module", "--eval", main], { encoding: "utf8" }),
  );
}

it("frees large arrays long before V8 does, where the process has the option for it", () => {
  expect(mostWith("freeArrays();", "--expose-gc")).toBeLessThan(45);
  expect(mostWith("freeEverything();", "--expose-gc")).toBeLessThan(10);
  expect(mostWith("freeArrays(); freeEverything();")).toBeGreaterThan(55);
});
