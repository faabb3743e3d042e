import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fakeSite } from "#tests/paths/fake-site.ts";
import { apiAt } from "#tests/paths/recount/api.ts";
import { recount } from "#tests/paths/recount.ts";
import { world } from "#tests/paths/worlds.ts";

const base = "http://site.example";
const drawn = fc.sample(world, { seed: 11, numRuns: 12 });

describe("the recount", () => {
  it("finds nothing where a site says what its pages add up to", async () => {
    for (const one of drawn) {
      const result = await recount(apiAt(base, fakeSite(one)), { questions: 5, seed: 3 });
      expect(result.differences).toEqual([]);
      expect(result.people).toBe(one.lines.length);
    }
  });

  it("finds a person whom a list shows and the numbers leave out, and the other way round", async () => {
    const large = drawn.find((one) => one.lines.length > 20);
    if (large === undefined) throw new Error("no large world was drawn");
    const honest = fakeSite(large);
    const fewer = fakeSite({ ...large, lines: large.lines.slice(1) });
    for (const [part, rest] of [
      ["/api/paths/search?stop=any", honest],
      ["/api/company", honest],
      ["/api/title", honest],
    ] as const) {
      const site: typeof fetch = (input, init) => (String(input).includes(part) ? fewer : rest)(input, init);
      const result = await recount(apiAt(base, site), { questions: 5, seed: 3 });
      expect(result.differences.length).toBeGreaterThan(0);
    }
  });
});
