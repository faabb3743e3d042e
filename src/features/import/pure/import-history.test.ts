import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { importRow, rowsArbitrary } from "#tests/helpers/import-rows.ts";
import { applyReview } from "./apply-review.ts";
import { serializeHistory, mergeHistory, parseHistory, type ImportHistory } from "./import-history.ts";
import { defaultTicks, compareWithFile } from "./compare.ts";
import type { ImportRow } from "./import-rows.ts";

const said = (row: ImportRow, word = row.companyName): ImportRow => ({ ...row, said: word });
const rows = (last: ImportHistory): string[] => last.rows.map(({ companyName, title }) => `${companyName} ${title}`);

const clerk = said(importRow("Harbour", "Clerk", "2015-01", "2016-01"));
const lead = said(importRow("Quarry Lane", "Lead", "2017-01", ""));

describe("the memory of imports", () => {
  it("keeps jobs that a later file does not speak of: schools alone, or other jobs", () => {
    const first: ImportHistory = { rows: [clerk, lead], person: { name: "Nova Quill", location: "Iceland" } };
    expect(mergeHistory(first, { rows: [], person: { school: "Harbour College" } })).toEqual({
      rows: [clerk, lead],
      person: { name: "Nova Quill", location: "Iceland", school: "Harbour College" },
    });
    const other = said(importRow("Otter Works", "Cook", "2010-01", "2012-01"));
    expect(rows(mergeHistory(first, { rows: [other], person: {} }))).toEqual([
      "Harbour Clerk",
      "Quarry Lane Lead",
      "Otter Works Cook",
    ]);
  });

  it("does not forget that a job stood in the line", () => {
    const first: ImportHistory = { rows: [{ ...clerk, wasIn: true }, lead], person: {} };
    const again = mergeHistory(first, { rows: [clerk, lead], person: {} });
    const kept = parseHistory(serializeHistory(again));
    expect(kept?.rows.map(({ wasIn }) => wasIn)).toEqual([true, undefined]);
  });

  it("knows a job again by what the file called the company, however it was understood", () => {
    const picked: ImportRow = { ...said(lead, "QL Ltd"), companyName: "Quarry Lake", isPicked: true };
    const again: ImportRow = { ...said(lead, "QL Ltd"), companyName: "QL Ltd", end: clerk.end, isCurrent: false };
    expect(rows(mergeHistory({ rows: [clerk, picked], person: {} }, { rows: [again], person: {} }))).toEqual([
      "Harbour Clerk",
      "QL Ltd Lead",
    ]);
  });

  it("a job that was taken out stays out, whatever other files came in between", () => {
    fc.assert(
      fc.property(rowsArbitrary, rowsArbitrary, (file, more) => {
        const all = file.map((row) => said(row));
        const others = more.map((row) => said({ ...row, companyName: `Heron ${row.companyName}` }));
        const known = [{ rows: others }, { rows: [] }].reduce<ImportHistory>(
          (before, { rows: read }) => mergeHistory(before, { rows: read, person: {} }),
          { rows: all, person: {} },
        );
        // The line was emptied since.
        expect(compareWithFile([], known.rows, all).filter(({ isTicked }) => isTicked)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it("of a line renamed before it was saved offers no second one", () => {
    const empty = { stops: [], nextId: 1 };
    const first = compareWithFile([], undefined, [lead]);
    const { draft } = applyReview(empty, first, defaultTicks(first));
    const renamed = draft.stops.map((stop) => ({ ...stop, companyName: "Wholly Other" }));
    const last = mergeHistory(undefined, { rows: [lead], person: {} });
    expect(compareWithFile(renamed, last.rows, [lead]).map(({ status }) => status)).toEqual(["unchanged"]);
  });
});
