import { expect, it } from "vitest";
import type { CompanyInsightsRead, ComparedRead } from "#features/insight/rules.ts";
import { companyInsightsView } from "./company-view.ts";
import { compareView } from "./compare-view.ts";

const CURVE = { people: null, ended: null, isAbout: false, steps: [], median: null, years: [] };
const TABLE = { rows: [], others: 0 };
const NONE: CompanyInsightsRead = {
  conversion: { all: null, years: [], noFullTimeYet: 0, everywhere: null },
  stays: { own: CURVE, everywhere: CURVE },
  before: { people: null, hops: [] },
  after: { people: null, hops: [] },
  levelsAfter: [],
  schools: TABLE,
  firstStops: TABLE,
  joined: TABLE,
  happier: null,
  faces: null,
};

const viewOf = (insights: CompanyInsightsRead) =>
  companyInsightsView({ name: "Quillon", logo: "", isSchool: false }, "full-time", insights, {});

it("the share of who is happier after the move counts the happier ones, of those who left first", () => {
  const leftHere = { worse: 5, same: 5, better: 15 };
  const cameHere = { worse: 20, same: 0, better: 5 };
  const left = viewOf({ ...NONE, happier: { leftHere, cameHere } }).happier;
  expect([left?.headline, left?.sentence]).toEqual(["60%", "rated the next stop higher than Quillon. About 15 of 25."]);
  const came = viewOf({ ...NONE, happier: { leftHere: null, cameHere } }).happier;
  expect([came?.headline, came?.sentence]).toEqual([
    "20%",
    "rated Quillon higher than the stop before. About 5 of 25.",
  ]);
});

it("everybody whose school has no row of its own is in the last row", () => {
  const rows = Array.from({ length: 8 }, (_, n) => ({ id: `s${n}`, name: `School ${n}`, people: 20 - n }));
  const [list] = viewOf({ ...NONE, schools: { rows, others: 7 } }).lists;
  expect(list?.rows.at(-1)).toMatchObject({ name: "Other schools, or none", people: String(14 + 13 + 7) });
});

it("companies side by side have faces in words, worst first, and their interns as a share of their people", () => {
  const company = { _id: "a", displayName: "Quillon", logo: "", people: 40, internsCount: 10 };
  const read: ComparedRead = {
    company: { ...company, ratingLevel: 0 },
    insights: { ...NONE, faces: [5, 0, 0, 10, 20] },
  };
  const [shown] = compareView([read], {}).companies;
  expect(shown?.faces?.note.replaceAll("\u00a0", " ")).toBe("About 5 very unhappy, 10 happy, 20 very happy");
  expect([shown?.interned, shown?.internedNote]).toEqual(["10", "25% of people"]);
});
