import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layFlow } from "./flow.server.ts";
import type { FlowRow } from "./schema.ts";

const row = (people: number, name: string, companyId = name): FlowRow => ({
  companyId,
  displayName: name,
  logo: "",
  people,
});

const side = fc
  .array(fc.integer({ min: 2, max: 100_000 }), { maxLength: 5 })
  .chain((counts) =>
    fc
      .option(fc.integer({ min: 2, max: 1_000_000 }))
      .map((others) => [
        ...counts.toSorted((a, b) => b - a).map((people, n) => row(people, `Company ${n}`)),
        ...(others === null ? [] : [row(others, "Other companies", "")]),
      ]),
  );

describe("the diagram of a company", () => {
  it("is not drawn for nobody", () => {
    expect(layFlow([], [])).toBeUndefined();
  });

  it("keeps order, names and numbers, and leaves room for the marks", () => {
    fc.assert(
      fc.property(side, side, (prior, next) => {
        const flow = layFlow(prior, next);
        if (!flow) return expect(prior.length + next.length).toBe(0);
        for (const [rows, stops] of [
          [prior, flow.prior],
          [next, flow.next],
        ] as const) {
          expect(stops.map(({ companyId, people }) => [companyId, people])).toEqual(
            rows.map(({ companyId, people }) => [companyId, people]),
          );
          for (const [n, stop] of stops.entries()) {
            const above = stops[n - 1];
            if (above) expect(stop.at - above.at).toBeGreaterThanOrEqual(29.8);
            if (above?.colour !== undefined) expect(stop.colour).not.toBe(above.colour);
            expect(stop.at).toBeGreaterThanOrEqual(0);
            expect(stop.at).toBeLessThanOrEqual(flow.height);
            expect(stop.path).not.toMatch(/NaN|Infinity/);
            expect(stop.colour === undefined).toBe(stop.companyId === "");
          }
        }
      }),
    );
  });

  it("draws both sides to one scale", () => {
    const flow = layFlow([row(30, "Aye")], [row(20, "Bee"), row(10, "Cee")]);
    const [aye] = flow?.prior ?? [];
    const [bee, cee] = flow?.next ?? [];
    expect(bee?.width).toBeCloseTo(((aye?.width ?? 0) * 2) / 3, 0);
    expect((bee?.width ?? 0) + (cee?.width ?? 0)).toBeCloseTo(aye?.width ?? 0, 0);
  });
});
