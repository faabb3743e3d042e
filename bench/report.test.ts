import { describe, expect, it } from "vitest";
import type { Figure, SizeResult } from "./figures.ts";
import { figureTable, growthOf, growthTable, sectionText, table, countTargets, type Run } from "./report.ts";

function figure(what: string, changes: Partial<Figure> = {}): Figure {
  return {
    part: "pages",
    what,
    shown: "10.0 / 20.0 ms",
    target: "",
    isMet: undefined,
    p50: undefined,
    kilobytes: undefined,
    data: 0,
    ...changes,
  };
}

const small: SizeResult = {
  people: 600,
  figures: [
    figure("company", { p50: 10, kilobytes: 9.04, target: "p99 ≤ 50 ms", isMet: true }),
    figure("school", { p50: 4 }),
    figure("company page (br, 9.1 kB) : bare", { part: "cached" }),
  ],
  failures: [],
};
const large: SizeResult = {
  people: 1_000_000,
  figures: [
    figure("company", { p50: 16, kilobytes: 31.26, shown: "16.0 / 60.0 ms", target: "p99 ≤ 50 ms", isMet: false }),
    figure("school", { p50: 5 }),
    figure("company page (br, 11.4 kB) : bare", { part: "cached" }),
  ],
  failures: [{ part: "batch", what: "all of it", reason: "no\nspace | left" }],
};

const RUN: Run = {
  began: {
    at: "2026-01-02T00:00:00Z",
    command: "npm run bench",
    node: "v26",
    processors: "2 × x",
    memory: "1 GB",
    load: 1,
  },
  loadAfter: 2,
  seconds: 8,
  rounds: 3,
  connections: 16,
};

describe("the report", () => {
  it("sets the largest size against the smallest, read by read", () => {
    expect(growthOf([small, large])).toEqual([
      { part: "pages", what: "company", p50: [10, 16], ratio: 1.6, kilobytes: [9.04, 31.26] },
      { part: "pages", what: "school", p50: [4, 5], ratio: 1.25, kilobytes: [undefined, undefined] },
    ]);
    expect(growthTable([small, large])).toContain("| **1.60** |");
    expect(growthTable([small, large])).toContain("| 1.25 ");
    expect(growthTable([small, large])).toContain("| 9.0 → 31.3 ");
  });

  it("has no ratio of one size alone, nor of a read that one size lacks", () => {
    expect(growthOf([small]).map(({ ratio }) => ratio)).toEqual([undefined, undefined]);
    expect(growthOf([small, { ...large, figures: [] }]).map(({ ratio }) => ratio)).toEqual([undefined, undefined]);
  });

  it("writes what misses its target in bold, beside the target", () => {
    expect(figureTable([small, large])).toMatch(
      /\| 10\.0 \/ 20\.0 ms +\| \*\*16\.0 \/ 60\.0 ms\*\* +\| p99 ≤ 50 ms \|/,
    );
    expect(countTargets([small, large])).toEqual({ met: 1, missed: 1, grown: 1, reads: 2 });
  });

  it("puts a figure of both sizes in one row, though its name tells what it weighs", () => {
    expect(figureTable([small, large]).split("\n")).toHaveLength(2 + 3);
  });

  it("tells what could not be measured, and why", () => {
    const text = sectionText(RUN, [small, large]);
    expect(text).toContain("no space \\| left");
    expect(text.split("\n").filter((line) => !line.startsWith("|") && line.length > 120)).toEqual([]);
    expect(sectionText(RUN, [small])).not.toContain("could not be measured");
  });

  it("lists in the section only the reads that grow by more than they may", () => {
    const [, grown = ""] = sectionText(RUN, [small, large]).split("Reads whose median grows");
    expect(grown).toContain("| **1.60** |");
    expect(grown).not.toContain("school");
    expect(sectionText(RUN, [small])).not.toContain("Reads whose median grows");
  });

  it("leaves quick reads out of the section, but none that misses its target or is slow at one size", () => {
    const quick = { ...small, figures: [figure("quick", { p50: 4.9 }), figure("late", { p50: 1, isMet: false })] };
    const slow = { ...large, figures: [figure("quick", { p50: 5 })] };
    expect(sectionText(RUN, [quick])).not.toContain("| quick ");
    expect(sectionText(RUN, [quick])).toContain("Not shown: 1 reads");
    expect(sectionText(RUN, [quick])).toContain("| late ");
    expect(sectionText(RUN, [quick, slow])).toContain("| quick ");
    expect(sectionText(RUN, [small])).toContain("| company page : bare ");
  });

  it("pads a table's columns", () => {
    expect(table(["a", "long"], [["wider", "b"]])).toBe("| a     | long |\n| ----- | ---- |\n| wider | b    |");
  });
});
