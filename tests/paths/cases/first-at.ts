import { describe, expect, it } from "vitest";
import { idOf, times, type BriefRole } from "#tests/helpers/path-lines.ts";
import type { Open } from "./opening.ts";

/** A person who is mid level from 2010 on and senior after so many months, at the same company or another one. */
function became(months: number, at: string, from = "Shopify"): BriefRole[] {
  const month = 2010 * 12 + months;
  const text = `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;
  return [
    { at: from, from: "2010-01", to: text },
    { at, level: "senior", from: text },
  ];
}

const many = (count: number, roles: BriefRole[], isPublic = true) =>
  Array.from({ length: count }, () => ({ roles, isPublic }));

/** Where and after how long people first held a title. */
export function describeFirstAt(open: Open): void {
  async function seniors(...people: readonly { roles: BriefRole[]; isPublic?: boolean }[]) {
    const engine = await open(people.map((one, index) => ({ id: `p${index}`, ...one })));
    return (await engine.title("senior-software")) ?? expect.fail("somebody is senior");
  }

  describe("a title's whole years", () => {
    it("are joined from none at all until five have them, and the last have no end", async () => {
      const answer = await seniors(
        ...many(3, became(14, "Google")),
        ...many(2, became(35, "Google")),
        ...many(6, became(36, "Google")),
        ...many(5, became(71, "Google")),
        ...many(2, became(100, "Google")),
      );
      expect(answer.wholeYears).toEqual([
        { since: 0, until: 2, people: 5 },
        { since: 3, until: 3, people: 6 },
        { since: 4, until: null, people: 7 },
      ]);
    });

    it("are one group where only five got there, and none below", async () => {
      const five = [...many(4, became(14, "Google")), ...many(1, became(140, "Google"))];
      expect((await seniors(...five)).wholeYears).toEqual([{ since: 0, until: null, people: 5 }]);
      expect((await seniors(...five.slice(1))).wholeYears).toEqual([]);
    });

    it("are none of a title that people begin with", async () => {
      const engine = await open(times(9, { roles: became(14, "Google") }));
      const mid = await engine.title("mid-software");
      expect([mid?.wholeYears, mid?.firstAt.rows.map((row) => row.months)]).toEqual([[], [null]]);
    });
  });

  describe("where people first held a title", () => {
    it("counts everybody once, with their time and who was there before", async () => {
      const answer = await seniors(
        ...many(6, became(24, "Google")),
        ...many(5, became(48, "Google", "Google")),
        // Later at another company too: that is not where they came to it.
        ...many(5, [...became(60, "Meta"), { at: "Google", level: "senior" as const, from: "2020-01" }]),
        ...many(4, became(60, "Stripe")),
      );
      expect(answer.companies.rows.map((row) => row.people)).toEqual([16, 5]);
      expect(answer.firstAt).toEqual({
        rows: [
          {
            id: idOf("Google"),
            name: "Google",
            people: 11,
            months: { q1: 24, median: 24, q3: 48, isAbout: false },
            promotedInside: expect.objectContaining({ people: 5, of: 11 }),
          },
          {
            id: idOf("Meta"),
            name: "Meta",
            people: 5,
            months: { q1: 60, median: 60, q3: 60, isAbout: false },
            promotedInside: expect.objectContaining({ people: 0, of: 5 }),
          },
        ],
        others: null,
      });
    });

    it("says nothing of four: neither of their time, nor that they were promoted, nor that they are there", async () => {
      const answer = await seniors(
        ...many(4, became(24, "Google")),
        ...many(1, [{ at: "Google", level: "senior", from: "2027-01" }]),
        ...many(4, became(48, "Meta", "Meta")),
        ...many(5, became(48, "Meta")),
        ...many(4, became(60, "Stripe"), false),
      );
      expect(
        answer.firstAt.rows.map(({ name, people, months, promotedInside }) => [name, people, months, promotedInside]),
      ).toEqual([
        ["Meta", 9, { q1: 48, median: 48, q3: 48, isAbout: false }, null],
        ["Google", 5, null, { people: 0, of: 5, low: 0, high: expect.closeTo(0.4345, 4) }],
      ]);
      expect(answer.firstAt.others).toBe(0);
      expect(JSON.stringify(answer.firstAt)).not.toContain("Stripe");
    });
  });
}
