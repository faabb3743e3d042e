import { describe, expect, it } from "vitest";
import { rangeText } from "./row-texts.ts";
import { appliedText } from "./apply-texts.ts";

const ROOM = { count: 0, isLineFull: false };

describe("what is said once rows were taken", () => {
  it.each([
    [
      { added: 4, changed: 1, removed: 0 },
      { location: "Iceland", school: { name: "Harbour College", ownId: undefined } },
      ROOM,
      "Added 4 jobs, your location and your school; changed 1 job. Nothing is saved yet.",
    ],
    [
      { added: 1, changed: 2, removed: 1 },
      { showMonths: true },
      ROOM,
      "Added 1 job; changed 2 jobs; changed who sees what; removed 1 job. Nothing is saved yet.",
    ],
    [
      { added: 48, changed: 0, removed: 0 },
      {},
      { count: 152, isLineFull: true },
      "Added 48 jobs. 152 had no room: a line has at most 50 companies. Nothing is saved yet.",
    ],
    [
      { added: 0, changed: 0, removed: 0 },
      {},
      { count: 1, isLineFull: false },
      "Nothing was added. 1 had no room: a company has at most 20 roles.",
    ],
    [{ added: 0, changed: 0, removed: 0 }, {}, ROOM, "Nothing was added."],
  ])("%#: is one list, and what had no room", (done, person, noRoom, words) => {
    expect(appliedText(done, person, noRoom)).toBe(words);
  });
});

describe("the dates of a row", () => {
  it.each([
    ["", "", true, "Dates not known"],
    ["", "", false, "No dates yet"],
    ["2020-01-01", "", true, "January 2020 – Present"],
    ["", "2020-01-01", false, "Start not known – January 2020"],
  ])("%s to %s", (startDate, endDate, isCurrent, text) => {
    expect(rangeText({ startDate, endDate, isCurrent, datePrecision: "month" })).toBe(text);
  });
});
