import { describe, expect, it } from "vitest";
import { MAX_STOPS, MAX_ROLES } from "#features/pipeline/check.ts";
import { importRow } from "#tests/helpers/import-rows.ts";
import { applyReview, leftOut, withRoom } from "./apply-review.ts";
import { defaultTicks, compareWithFile, wholeRows } from "./compare.ts";
import { needsText } from "./import-rows.ts";

const EMPTY = { stops: [], nextId: 1 };
const works = (count: number) =>
  Array.from({ length: count }, (_, at) => importRow(`Works ${at}`, "Clerk", "2020-01", "2021-01"));

describe("rows that are taken", () => {
  it("are counted by what they did, and what had no room is not", () => {
    const file = works(MAX_STOPS + 10);
    const rows = compareWithFile([], undefined, file);
    const { done, problems, refused } = applyReview(EMPTY, rows, defaultTicks(rows));
    expect(done).toEqual({ added: MAX_STOPS, changed: 0, removed: 0 });
    expect([problems.length, refused.size]).toEqual([10, 10]);
    const [kept, gone] = works(2);
    if (!kept || !gone) throw new Error("two");
    const first = compareWithFile([], undefined, [kept, gone]);
    const { draft } = applyReview(EMPTY, first, defaultTicks(first));
    const later = [{ ...kept, title: "Head Clerk" }, importRow("Otter", "Cook", "2022-01", "")];
    const next = compareWithFile(draft.stops, [kept, gone], later);
    expect(applyReview(draft, next, wholeRows(next)).done).toEqual({ added: 1, changed: 1, removed: 1 });
  });

  it("are not ticked where a full line has no room for them", () => {
    const first = compareWithFile([], undefined, works(MAX_STOPS));
    const full = applyReview(EMPTY, first, defaultTicks(first)).draft;
    const rows = withRoom(full, compareWithFile(full.stops, undefined, works(MAX_STOPS + 3)));
    const impossible = rows.filter(({ status }) => status === "added");
    expect(impossible).toHaveLength(3);
    expect(impossible.every(({ isTicked, hasNoRoom }) => !isTicked && hasNoRoom)).toBe(true);
  });

  it("are counted where they had no room, ticked or not, but not those that somebody left out of a line with room", () => {
    const file = works(MAX_STOPS + 3);
    const rows = withRoom(EMPTY, compareWithFile([], undefined, file));
    for (const ticked of [defaultTicks(rows), wholeRows(rows)]) {
      const { draft, refused } = applyReview(EMPTY, rows, ticked);
      const left = leftOut(draft, rows, ticked, refused);
      expect(left).toEqual({ rows: new Set(file.slice(-3)), isLineFull: true });
    }
    const few = wholeRows(rows, ["file-0"]);
    const { draft, refused } = applyReview(EMPTY, rows, few);
    expect(leftOut(draft, rows, few, refused).rows.size).toBe(0);
    const roles = Array.from({ length: MAX_ROLES + 2 }, (_, at) =>
      importRow("Works", `Clerk ${at}`, `${1980 + at}-01`, `${1980 + at}-02`),
    );
    const many = withRoom(EMPTY, compareWithFile([], undefined, roles));
    const taken = applyReview(EMPTY, many, defaultTicks(many));
    const over = leftOut(taken.draft, many, defaultTicks(many), taken.refused);
    expect([over.rows.size, over.isLineFull]).toEqual([2, false]);
  });

  it("are not ready where they could not be saved", () => {
    const long = importRow("x".repeat(81), "y".repeat(121), "2020-01", "2021-01");
    const [row] = compareWithFile([], undefined, [long]);
    expect(needsText(row?.needs ?? [])).toBe("Needs a shorter company name and a shorter title");
    const [fits] = compareWithFile([], undefined, [importRow("x".repeat(80), "y".repeat(120), "2020-01", "2021-01")]);
    expect(needsText(fits?.needs ?? [])).toBe("Ready");
  });

  it("that stand twice in a file are ticked once, but for a file of our own", () => {
    const [one] = works(1);
    if (!one) throw new Error("one");
    const twice = compareWithFile([], undefined, [one, { ...one, from: { file: "Positions.csv", line: 9 } }]);
    expect(twice.map(({ isTicked, isTwice }) => [isTicked, isTwice])).toEqual([
      [true, false],
      [false, true],
    ]);
    const own = { ...one, undisclosed: false };
    expect(compareWithFile([], undefined, [own, own]).every(({ isTicked }) => isTicked)).toBe(true);
  });
});
