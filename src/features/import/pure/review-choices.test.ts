import { describe, expect, it } from "vitest";
import { importRow } from "#tests/helpers/import-rows.ts";
import type { Position } from "#features/import/rules.ts";
import {
  choiceOf,
  chosenCompany,
  newCompany,
  NO_CHOICES,
  chosenRows,
  placeInFile,
  rememberedCompanies,
  resolveAll,
  tickedRows,
  tickOf,
  wholeTicks,
  type Fill,
} from "./review-choices.ts";
import { applyReview } from "./apply-review.ts";
import { compareWithFile, wholeRows } from "./compare.ts";

const LISTED = [
  { id: "a".repeat(24), name: "quarry lane", displayName: "Quarry Lane", aliases: ["QL"], logo: "/ql.svg" },
  { id: "b".repeat(24), name: "quarry lake", displayName: "Quarry Lake" },
];

function position(company: string, changes: Partial<Position> = {}): Position {
  const { start, end, isCurrent, title } = importRow(company, "Engineer", "2019", "2020");
  const from = { file: "Positions.csv", line: 2 };
  const nothing = { location: "", description: "", kind: undefined, rating: 0 as const };
  return { from, company, companyId: "", title, start, end, isCurrent, ...nothing, ...changes };
}

const listed = (id: string) => LISTED.find((one) => one.id === id);
/** An id of the list, '' for a new company of the file's name. */
const choiceFor = (name: string, id: string) => {
  const found = listed(id);
  return found ? choiceOf(found) : newCompany(name);
};

const rowOf = (one: Position, fill?: Fill, company?: string) =>
  chosenRows([one], resolveAll([one.company], LISTED), {
    ...NO_CHOICES,
    companies: new Map(company === undefined ? [] : [[one.company.toLowerCase(), choiceFor(one.company, company)]]),
    fills: new Map(fill ? [[0, fill]] : []),
  })[0];

describe("what a person picks in a review", () => {
  it.each([
    ["QL", undefined, "Quarry Lane"],
    ["Quarry Lane GmbH", undefined, "Quarry Lane"],
    ["Quarry Lane GmbH", "b".repeat(24), "Quarry Lake"],
    ["Quarry Lane GmbH", "", "Quarry Lane GmbH"],
    ["Otter Works", undefined, "Otter Works"],
  ])("%s with %s picked is %s", (name, picked, expected) => {
    const [resolution] = resolveAll([name], LISTED).values();
    expect(
      resolution && chosenCompany(resolution, picked === undefined ? undefined : choiceFor(name, picked)).companyName,
    ).toBe(expected);
    expect(rowOf(position(name), undefined, picked)?.companyName).toBe(expected);
  });

  it("fills in what the file lacks, as exactly as it was given, and nothing that is not a date", () => {
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
    const rows = compareWithFile([], undefined, [
      importRow("A", "Clerk", "2019", "2020"),
      importRow("B", "Clerk", "2010", "2011"),
    ]);
    expect([...tickedRows(rows, NO_CHOICES).keys()]).toEqual(["file-0", "file-1"]);
    const ticks = new Map([
      ["file-0", false],
      ["no-such", true],
    ]);
    expect([...tickedRows(rows, { ...NO_CHOICES, ticks }).keys()]).toEqual(["file-1"]);
    expect(rows.map(placeInFile)).toEqual([0, 1]);
  });

  it("takes the fields of a changed job one by one", () => {
    const one = importRow("A", "Clerk", "2019-01", "2020-01");
    const mine = applyReview(
      { stops: [], nextId: 1 },
      compareWithFile([], undefined, [one]),
      wholeRows(compareWithFile([], undefined, [one])),
    );
    const last = [{ ...one, title: "Clerk", end: { date: "2019-12-01", precision: "month" as const } }];
    const file = [{ ...one, title: "Head Clerk", end: { date: "2021-01-01", precision: "month" as const } }];
    const rows = compareWithFile(mine.draft.stops, last, file);
    expect(rows[0]?.differences).toEqual([
      { field: "title", is: "changed" },
      { field: "end", is: "conflicting" },
    ]);
    const fields = (ticks: [string, boolean][]) => [
      ...(tickedRows(rows, { ticks: new Map(ticks) }).get("file-0") ?? []),
    ];
    expect(fields([])).toEqual(["title"]);
    expect(fields([[tickOf("file-0", "end"), true]])).toEqual(["title", "end"]);
    expect(fields([[tickOf("file-0", "title"), false]])).toEqual([]);
    expect(fields(rows.flatMap((row) => wholeTicks(row, true)))).toEqual(["title", "end"]);
    const roles = applyReview(mine.draft, rows, tickedRows(rows, NO_CHOICES)).draft.stops[0]?.roles;
    expect(roles).toMatchObject([{ title: "Head Clerk", endDate: "2020-01-01" }]);
  });

  it("remembers a company that was picked, and takes it for the same job next time", () => {
    const quarry = LISTED[1];
    const [first] = chosenRows([position("Quarry Lane GmbH")], resolveAll(["Quarry Lane GmbH"], LISTED), {
      ...NO_CHOICES,
      companies: new Map(quarry ? [["quarry lane gmbh", choiceOf(quarry)]] : []),
    });
    expect(first).toMatchObject({ said: "Quarry Lane GmbH", companyName: "Quarry Lake", isPicked: true });
    const companies = rememberedCompanies(first ? [first] : []);
    const [again] = chosenRows([position("Quarry Lane GmbH")], resolveAll(["Quarry Lane GmbH"], LISTED), {
      ...NO_CHOICES,
      companies,
    });
    expect(again?.companyName).toBe("Quarry Lake");
    expect(rowOf(position("Quarry Lane GmbH"))?.isPicked).toBeUndefined();
  });

  it("lets a title that is too long be put right", () => {
    const long = "x".repeat(121);
    expect(rowOf(position("X", { title: long }), { title: "Clerk" })?.title).toBe("Clerk");
    expect(rowOf(position("X", { title: long }))?.title).toBe(long);
  });
});
