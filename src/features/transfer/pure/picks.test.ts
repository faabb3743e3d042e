import { describe, expect, it } from "vitest";
import { importRow } from "#tests/helpers/import-rows.ts";
import type { Position } from "#features/transfer/rules.ts";
import { choiceOf, chosenCompany, NO_PICKS, pickedRows, placeInFile, resolveAll, tickedRows, type Fill } from "./picks.ts";
import { differ } from "./review.ts";

const LISTED = [
  { id: "a".repeat(24), name: "quarry lane", displayName: "Quarry Lane", aliases: ["QL"], logo: "/ql.svg" },
  { id: "b".repeat(24), name: "quarry lake", displayName: "Quarry Lake" },
];

function position(company: string, changes: Partial<Position> = {}): Position {
  const { start, end, isCurrent, title } = importRow(company, "Engineer", "2019", "2020");
  const from = { file: "Positions.csv", line: 2 };
  const told = { location: "", description: "", kind: undefined, rating: 0 as const };
  return { from, company, companyId: "", title, start, end, isCurrent, ...told, ...changes };
}

const rowOf = (one: Position, fill?: Fill, company?: string) =>
  pickedRows([one], resolveAll([one.company], LISTED), {
    ...NO_PICKS,
    companies: new Map(company === undefined ? [] : [[one.company.toLowerCase(), company]]),
    fills: new Map(fill ? [[0, fill]] : []),
  })[0];

describe("what a person picks in a review", () => {
  it.each([
    ["QL", undefined, "Quarry Lane"],
    ["Quarry Lane GmbH", undefined, "Quarry Lane"],
    ["Quarry Lane GmbH", "b".repeat(24), "Quarry Lake"],
    ["Quarry Lane GmbH", "", "Quarry Lane GmbH"],
    ["Otter Works", undefined, "Otter Works"],
    ["Quarry Lane", "not-offered", "Quarry Lane"],
  ])("%s with %s picked is %s", (name, picked, expected) => {
    const [resolution] = resolveAll([name], LISTED).values();
    expect(resolution && chosenCompany(resolution, picked).companyName).toBe(expected);
    expect(rowOf(position(name), undefined, picked)?.companyName).toBe(expected);
  });

  it("fills in what the file lacks, as exactly as it was given, and nothing that is no date", () => {
    expect(rowOf(position("X"), { startDate: "2019-03-01", endDate: "2020-05-15" })).toMatchObject({
      start: { date: "2019-03-01", precision: "month" },
      end: { date: "2020-05-15", precision: "day" },
    });
    for (const startDate of ["", "soon", "2019-02-30", "1900-01-01"]) {
      expect(rowOf(position("X"), { startDate })?.start?.precision, startDate).toBe("year");
    }
    expect(rowOf(position("X", { end: undefined }), { isCurrent: true })).toMatchObject({
      isCurrent: true,
      end: undefined,
    });
    expect(rowOf(position("X", { title: "" }), { title: " Baker " })?.title).toBe("Baker");
    expect(rowOf(position("X"), { title: "Baker" })?.title, "the file's own title stays").toBe("Engineer");
  });

  it("keeps a kind only where the title does not say it", () => {
    expect(rowOf(position("X"), { kind: "contract" })?.kind).toBe("contract");
    expect(rowOf(position("X"), { kind: "full-time" })?.kind).toBeUndefined();
    expect(
      rowOf(position("X", { title: "", kind: undefined }), { title: "Intern", kind: "intern" })?.kind,
    ).toBeUndefined();
  });

  it("ticks what it may, by default or against it", () => {
    const rows = differ([], undefined, [
      importRow("A", "Clerk", "2019", "2020"),
      importRow("B", "Clerk", "2010", "2011"),
    ]);
    expect([...tickedRows(rows, NO_PICKS)]).toEqual(["file-0", "file-1"]);
    const ticks = new Map([
      ["file-0", false],
      ["no-such", true],
    ]);
    expect([...tickedRows(rows, { ...NO_PICKS, ticks })]).toEqual(["file-1"]);
    expect(rows.map(placeInFile)).toEqual([0, 1]);
  });
});
