import { describe, expect, it } from "vitest";
import { PLANTS } from "#scripts/attack/plants.ts";
import { FAULTS } from "#tests/faults/faults.ts";
import { readFile } from "./source.ts";

type Planted = { file: string; from: string };

/** Those whose text is not in their file: planting them would stop with an error, or change nothing. */
function stale(planted: readonly Planted[]): string[] {
  return planted
    .filter(({ file, from }) => !readFile(file).text.includes(from))
    .map(({ file, from }) => `${file} has no ${JSON.stringify(from)}`);
}

describe("planted faults", () => {
  it("still find the code that they break", () => {
    const holes = Object.entries(PLANTS).flatMap(([path, pairs]) =>
      pairs.map(([from]) => ({ file: path.slice(1), from })),
    );
    expect(holes.length).toBeGreaterThan(5);
    expect(FAULTS.length).toBeGreaterThan(25);
    expect(stale([...holes, ...FAULTS])).toEqual([]);
  });

  it("planted: a renamed constant is found", () => {
    expect(stale([{ file: "src/server/slow-connections.ts", from: "const OLD_NAME = 1;" }])).toEqual([
      'src/server/slow-connections.ts has no "const OLD_NAME = 1;"',
    ]);
  });
});
