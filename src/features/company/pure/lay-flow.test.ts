import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { monogramOf } from "#core/monogram.ts";
import { flowColours, layFlow } from "./lay-flow.ts";
import type { FlowRow } from "#features/company/schema.ts";

const row = (people: number, name: string, kind: FlowRow["kind"] = "company"): FlowRow => ({
  kind,
  companyId: kind === "company" ? name : "",
  displayName: name,
  logo: "",
  people,
});

const many = fc.option(fc.integer({ min: 2, max: 1_000_000 }), { nil: 0 });

/** A side as it is read: an end first, companies by number, the others last. */
const side = (end: string) =>
  fc
    .record({
      companies: fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 2, max: 100_000 })), {
        selector: ([name]) => name,
        maxLength: 5,
      }),
      ended: many,
      others: many,
    })
    .map(({ companies, ended, others }) => [
      ...(ended === 0 ? [] : [row(ended, end, "end")]),
      ...companies.toSorted((a, b) => b[1] - a[1]).map(([name, people]) => row(people, `Company ${name}`)),
      ...(others === 0 ? [] : [row(others, "Other companies", "others")]),
    ]);

const sides = [side("First stop"), side("Still here")] as const;

describe("the diagram of a company", () => {
  it("is not drawn for nobody", () => {
    expect(layFlow([], [])).toBeUndefined();
  });

  it("keeps order, names and numbers, and leaves room for the marks", () => {
    fc.assert(
      fc.property(...sides, (prior, next) => {
        const flow = layFlow(prior, next);
        if (!flow) return expect(prior.length + next.length).toBe(0);
        for (const [rows, stops] of [
          [prior, flow.prior],
          [next, flow.next],
        ] as const) {
          expect(stops.map(({ displayName, people }) => [displayName, people])).toEqual(
            rows.map(({ displayName, people }) => [displayName, people]),
          );
          for (const [n, stop] of stops.entries()) {
            const above = stops[n - 1];
            // A row is 62 px high, or more where there is less width; marks are 26.
            if (above) expect(((stop.at - above.at) / 100) * flow.rows * 62).toBeGreaterThanOrEqual(29.8);
            expect(stop.at).toBeGreaterThanOrEqual(0);
            expect(stop.at).toBeLessThanOrEqual(100);
            expect(stop.path).not.toMatch(/NaN|Infinity/);
          }
        }
      }),
    );
  });

  it("is as high as its longer side has rows, which the stylesheet knows from 3 to 7", () => {
    fc.assert(
      fc.property(...sides, (prior, next) => {
        const rows = layFlow(prior, next)?.rows ?? 3;
        expect(rows).toBe(Math.max(3, prior.length, next.length));
        expect(rows).toBeLessThanOrEqual(7);
      }),
    );
  });

  it("draws both sides to one scale: widths add up as the people do", () => {
    const least = 2;
    fc.assert(
      fc.property(...sides, (prior, next) => {
        const flow = layFlow(prior, next);
        const px = (width: number) => (width / 100) * (flow?.rows ?? 0) * 62;
        const stops = [...(flow?.prior ?? []), ...(flow?.next ?? [])];
        // One unit for all, taken from the largest; only what would be thinner than a hair is drawn as one.
        const [largest] = stops.toSorted((a, b) => b.people - a.people);
        const unit = px(largest?.width ?? 0) / (largest?.people ?? 1);
        for (const stop of stops) {
          expect(Math.abs(px(stop.width) - Math.max(least, stop.people * unit))).toBeLessThan(0.25);
        }
      }),
    );
    const flow = layFlow([row(30, "Aye")], [row(20, "Bee"), row(10, "Cee")]);
    const [aye] = flow?.prior ?? [];
    const [bee, cee] = flow?.next ?? [];
    expect(bee?.width).toBeCloseTo(((aye?.width ?? 0) * 2) / 3, 1);
    expect((bee?.width ?? 0) + (cee?.width ?? 0)).toBeCloseTo(aye?.width ?? 0, 1);
  });

  it("of a school has its hub at the left edge", () => {
    const flow = layFlow([], [row(5, "Aye"), row(3, "Bee")], 0);
    expect(flow?.prior).toEqual([]);
    for (const stop of flow?.next ?? []) expect(stop.path).toMatch(/^M0 [\d.]+C50 .* 100 /);
  });
});

describe("the colours of a diagram", () => {
  it("are one a company, the same on both sides, and none for what is not a company", () => {
    fc.assert(
      fc.property(...sides, (prior, next) => {
        const flow = layFlow(prior, next);
        const seen = new Map<string, number | undefined>();
        for (const stop of [...(flow?.prior ?? []), ...(flow?.next ?? [])]) {
          expect(stop.colour === undefined).toBe(stop.kind !== "company");
          if (stop.kind !== "company") continue;
          expect(stop.colour).toBe(seen.get(stop.companyId) ?? stop.colour);
          expect(stop.colour).toBeOneOf([0, 1, 2, 3, 4, 5, 6, 7]);
          seen.set(stop.companyId, stop.colour);
        }
      }),
    );
  });

  it("differ between neighbours, whoever is on the other side", () => {
    fc.assert(
      fc.property(...sides, (prior, next) => {
        const colours = flowColours(prior, next);
        for (const stops of [prior, next]) {
          for (const [n, stop] of stops.entries()) {
            const above = stops[n - 1];
            if (above?.kind === "company" && stop.kind === "company")
              expect(colours.get(stop.companyId)).not.toBe(colours.get(above.companyId));
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it("differ on a whole side where that is all there is", () => {
    fc.assert(
      fc.property(sides[1], (next) => {
        const companies = next.filter((stop) => stop.kind === "company");
        expect(new Set(flowColours([], next).values()).size).toBe(companies.length);
      }),
    );
  });

  it("are the company's own where nobody else wants that, and do not follow the numbers", () => {
    expect(flowColours([row(3, "Amazon")]).get("Amazon")).toBe(monogramOf("Amazon").colour);
    fc.assert(
      fc.property(sides[1], (next) => {
        expect([...flowColours([], next.toReversed())].toSorted()).toEqual([...flowColours([], next)].toSorted());
      }),
    );
  });
});
