import { describe, expect, it } from "vitest";
import type { CompanyInsights } from "#features/path/pure/types.ts";
import { idOf, times, toLine, type BriefRole } from "#tests/helpers/path-lines.ts";
import type { Open } from "./opening.ts";

const SHOPIFY_GOOGLE: BriefRole[] = [
  { at: "Shopify", kind: "intern", from: "2018-05", to: "2018-08" },
  { at: "Shopify", from: "2019-06", to: "2021-01" },
  { at: "Google", level: "senior", from: "2021-02" },
];

/** What is said of a company and of a school. */
export function describeInsights(open: Open): void {
  describe("company insights", () => {
    const question = { company: idOf("Shopify"), kind: "full-time", since: null, until: null } as const;
    const intern = (back: string): BriefRole[] => [
      { at: "Shopify", kind: "intern", from: "2018-05", to: "2018-08" },
      { at: back, from: "2019-06", to: "2021-05" },
    ];

    it("counts interns whose first full-time role is here again", async () => {
      const engine = await open([
        ...times(5, { roles: intern("Shopify") }, "a"),
        ...times(7, { roles: intern("Google") }, "b"),
        ...times(6, { roles: intern("Google").slice(0, 1) }, "c"),
        {
          id: "fresh",
          roles: [
            { at: "Shopify", kind: "intern", from: "2026-01", to: "2026-04" },
            { at: "Shopify", from: "2026-06" },
          ],
        },
      ]);
      const { conversion, stays, levelsAfter, joined, firstStops } = await engine.company(question);
      expect(conversion).toMatchObject({
        all: { people: 5, of: 12 },
        years: [{ since: 2018, until: 2018, people: 5, of: 12 }],
        noFullTimeYet: 6,
        everywhere: { people: 5, of: 12 },
      });
      expect(stays.own).toMatchObject({ people: 6, ended: 5, steps: [{ months: 24, atRisk: 5 }] });
      expect(stays.everywhere).toMatchObject({ people: 13, ended: 12 });
      expect(levelsAfter[0]).toEqual({
        years: 0,
        people: 6,
        levels: [
          { name: "engineer", people: 6 },
          { name: "senior", people: 0 },
          { name: "staff", people: 0 },
          { name: "manager", people: 0 },
        ],
      });
      expect([joined.rows, joined.others]).toEqual([[{ id: "mid-software", name: "mid-software", people: 6 }], 0]);
      expect(firstStops.rows).toEqual([{ id: idOf("Shopify"), name: "Shopify", people: 6 }]);
    });

    it.each<[string, BriefRole[], number]>([
      [
        "six whole months without a role end a stay",
        [
          { at: "Shopify", from: "2010-01", to: "2010-12" },
          { at: "Shopify", from: "2011-07", to: "2011-12" },
        ],
        2,
      ],
      [
        "five do not",
        [
          { at: "Shopify", from: "2010-01", to: "2010-12" },
          { at: "Shopify", from: "2011-06", to: "2011-12" },
        ],
        1,
      ],
      [
        "a contract between keeps it going",
        [
          { at: "Shopify", from: "2010-01", to: "2010-12" },
          { at: "Shopify", kind: "contract", from: "2011-01", to: "2011-12" },
          { at: "Shopify", from: "2012-01", to: "2012-12" },
        ],
        1,
      ],
      [
        "two years do, where only years are known",
        [
          { at: "Shopify", from: "2010", to: "2011" },
          { at: "Shopify", from: "2013", to: "2014" },
        ],
        2,
      ],
      [
        "one year does not",
        [
          { at: "Shopify", from: "2010", to: "2011" },
          { at: "Shopify", from: "2012", to: "2014" },
        ],
        1,
      ],
    ])("%s", async (_what, roles, stays) => {
      const engine = await open(times(5, { roles }));
      const { own } = (await engine.company(question)).stays;
      expect(own.years[0]?.atRisk).toBe(5 * stays);
    });

    it("keeps the figures over all companies right as lines come and go", async () => {
      const all = [...times(6, { roles: intern("Shopify") }, "a"), ...times(7, { roles: intern("Google") }, "b")];
      const engine = await open(all);
      const kinds = ["full-time", "intern", "everyone"] as const;
      for (const kind of kinds) await engine.company({ ...question, kind });
      for (const line of times(5, { roles: SHOPIFY_GOOGLE }, "n")) await engine.put(toLine(line));
      await engine.remove(idOf("a0"));
      await engine.put(toLine({ id: "b0", roles: [{ at: "Google", from: "2020-01", to: "2026-01" }] }));
      const asked: CompanyInsights[] = [];
      for (const kind of kinds) asked.push(await engine.company({ ...question, kind }));
      const anew = await open([
        ...all.filter((line) => line.id !== "a0" && line.id !== "b0"),
        { id: "b0", roles: [{ at: "Google", from: "2020-01", to: "2026-01" }] },
        ...times(5, { roles: SHOPIFY_GOOGLE }, "n"),
      ]);
      for (const [at, kind] of kinds.entries()) expect(asked[at]).toEqual(await anew.company({ ...question, kind }));
    });
  });

  describe("school insights", () => {
    it("count a person once a company, and people outside the rows in others", async () => {
      const engine = await open([
        ...times(6, { school: "Waterloo", roles: SHOPIFY_GOOGLE }),
        ...times(2, { school: "Waterloo", roles: [{ at: "Rare", from: "2020-01" }] }, "q"),
      ]);
      const found = await engine.school({ school: idOf("Waterloo"), since: null, until: null });
      expect(found.companies.rows.map(({ name, people }) => [name, people])).toEqual([
        ["Google", 6],
        ["Shopify", 6],
      ]);
      expect([found.companies.others, found.firstStops.others, found.interned]).toEqual([null, null, null]);
      expect(found.after.people).toBe(8);
      expect((await engine.school({ school: idOf("Waterloo"), since: 2019, until: null })).firstStops).toEqual({
        rows: [],
        others: null,
      });
    });
  });
}
