import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { growthTables } from "./growth.ts";
import { ASSUMED, MEASURED, needOf } from "./growth-model.ts";

describe("what a site needs", () => {
  it("grows with its people, and questions about everybody with their square", () => {
    const [one, ten] = [needOf(1_000_000), needOf(10_000_000)];
    expect(ten.pageProcessors / one.pageProcessors).toBeCloseTo(10);
    expect(ten.diskBytes / one.diskBytes).toBeCloseTo(10);
    expect(ten.routeProcessors / one.routeProcessors).toBeCloseTo(100);
  });

  it("names what one machine has too little of, the scarcest first", () => {
    const roomy = { ...ASSUMED, processors: 10_000, memoryBytes: 1e15, diskBytes: 1e15 };
    expect(needOf(1_000, MEASURED, roomy).short).toEqual([]);
    expect(needOf(1_000_000, MEASURED, { ...roomy, diskBytes: 1 }).short).toEqual(["disk"]);
    expect(needOf(10_000_000, { ...MEASURED, worstRouteMs: 500 }, { ...roomy, memoryBytes: 1 }).short).toEqual([
      "memory",
      "longest question",
    ]);
  });

  it("gives ClickHouse as many shards as can be merged in time, which then share the slowest page", () => {
    const { clickHouse } = needOf(100_000_000);
    expect(clickHouse.shards).toBe(Math.ceil((100 * MEASURED.clickHouseMergeSeconds) / 180));
    const quick = needOf(100_000_000, { ...MEASURED, clickHouseMergeSeconds: 1 }).clickHouse;
    expect(quick.shards).toBe(1);
    expect(quick.worstMs / clickHouse.worstMs).toBeCloseTo(clickHouse.shards);
  });

  it("stands in docs/growth.md as it is calculated", () => {
    const page = readFileSync("docs/growth.md", "utf8");
    for (const table of growthTables()) expect(page).toContain(table);
  });
});
