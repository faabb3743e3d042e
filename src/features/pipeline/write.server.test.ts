import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mapTexts } from "#core/role-texts.ts";
import type { RoleRow } from "#core/stored-profile.ts";
import { readExperience } from "./check.ts";
import type { StopDraft } from "./draft.ts";
import { toStopViews } from "./pure/stop-views.ts";
import { mergePlainStop } from "./write.server.ts";

const date = fc
  .integer({ min: 0, max: 20_000 })
  .map((days) => new Date(Date.UTC(1955, 0, 1) + days * 86_400_000).toISOString().slice(0, 10));
const cut = (text: string, precision: string): string =>
  precision === "day" ? text : precision === "month" ? `${text.slice(0, 7)}-01` : `${text.slice(0, 4)}-01-01`;

const row = fc
  .record({
    title: fc.constantFrom("Clerk", "Clerk Intern", "Lead Clerk"),
    kind: fc.constantFrom("intern" as const, "full-time" as const, "contract" as const),
    from: date,
    days: fc.nat(2_000),
    isCurrent: fc.boolean(),
    precision: fc.constantFrom("year" as const, "month" as const, "day" as const),
    rating: fc.constantFrom(null, 20, 60, 100),
  })
  .map(({ from, days, isCurrent, precision, rating, title, kind }): RoleRow => {
    const end = new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10);
    return {
      stop_id: "e".repeat(24),
      company_id: "c".repeat(24),
      name: "firm",
      display_name: "Firm",
      logo: "",
      title,
      kind,
      rating,
      ...mapTexts(() => "Toronto"),
      date_precision: precision,
      undisclosed: false,
      start_date: cut(from, precision),
      end_date: isCurrent ? null : cut(end, precision),
    };
  });
/** Stored roles of one company, in the order of the database: by start, then by end with the current last. */
const stored = fc
  .array(row, { minLength: 1, maxLength: 5 })
  .map((rows) =>
    rows.toSorted(
      (a, b) => a.start_date.localeCompare(b.start_date) || (a.end_date ?? "9").localeCompare(b.end_date ?? "9"),
    ),
  );

/** What a client without roles sends back after reading a pipeline. */
function sent(rows: readonly RoleRow[], change: Record<string, unknown> = {}, keepsPrecision = true): StopDraft {
  const [experience] = toStopViews(rows, "own", "2026-11-15");
  if (!experience) throw new Error("no experience");
  const { roles: _, datePrecision, ...plain } = experience;
  return readExperience({ ...plain, ...(keepsPrecision ? { datePrecision } : {}), ...change });
}

const asDraft = (rows: readonly RoleRow[]): object[] =>
  rows.map((one, index) => ({
    tempId2: index + 1,
    title: one.title,
    kind: one.kind,
    startDate: one.start_date,
    endDate: one.end_date ?? "",
    isCurrent: one.end_date === null,
    datePrecision: one.date_precision,
    rating: one.rating ?? 0,
    ...mapTexts((text) => one[text]),
  }));

describe("an experience from a client that knows no roles", () => {
  test("unchanged, leaves every role as it was, with or without the precision", () => {
    fc.assert(
      fc.property(stored, fc.boolean(), (rows, keepsPrecision) => {
        expect(mergePlainStop(sent(rows, {}, keepsPrecision), rows).roles).toEqual(asDraft(rows));
      }),
      { numRuns: 1_000 },
    );
  });

  test("with another title or rating, changes the latest role alone", () => {
    fc.assert(
      fc.property(stored, (rows) => {
        const expected = asDraft(rows);
        const merged = mergePlainStop(sent(rows, { title: "Captain", rating: 80 }), rows);
        expect(merged.roles).toEqual([
          ...expected.slice(0, -1),
          { ...expected.at(-1), title: "Captain", kind: undefined, rating: 80 },
        ]);
      }),
    );
  });

  test("with another end, changes the latest role's end alone", () => {
    fc.assert(
      fc.property(stored, (rows) => {
        const expected = asDraft(rows);
        const merged = mergePlainStop(
          sent(rows, { endDate: "2029-03-17", isIndefinite: false, datePrecision: "day" }),
          rows,
        );
        expect(merged.roles.slice(0, -1)).toEqual(expected.slice(0, -1));
        expect(merged.roles.at(-1)).toEqual({
          ...expected.at(-1),
          endDate: "2029-03-17",
          isCurrent: false,
          datePrecision: "day",
        });
      }),
    );
  });

  test("with another start, changes the first role's start alone", () => {
    fc.assert(
      fc.property(stored, (rows) => {
        const expected = asDraft(rows);
        const merged = mergePlainStop(sent(rows, { startDate: "1951-02-03", datePrecision: "day" }), rows);
        expect(merged.roles[0]).toEqual({ ...expected[0], startDate: "1951-02-03", datePrecision: "day" });
        expect(merged.roles.slice(1)).toEqual(expected.slice(1));
      }),
    );
  });

  test("of a company that is new to the person stays what it is", () => {
    const stop = readExperience({
      companyName: "New",
      title: "Clerk",
      startDate: "2020-01-01",
      endDate: "2021-01-01",
    });
    expect(mergePlainStop(stop, [])).toBe(stop);
  });

  test("keeps a wrong rating to be refused", () => {
    fc.assert(
      fc.property(stored, (rows) => {
        expect(mergePlainStop(sent(rows, { rating: 55 }), rows).roles.at(-1)?.rating).toBe(55);
      }),
    );
  });
});
