import { describe, expect, it } from "vitest";
import { keyOf } from "#core/text.ts";
import type { Position } from "#features/import/rules.ts";
import { importRow } from "#tests/helpers/import-rows.ts";
import { companyNames, datesOf, needsOf, needsText, toRole, toRow, isGap } from "./import-rows.ts";

const position = (company: string, title = "Engineer", more: Partial<Position> = {}): Position => ({
  from: { file: "Positions.csv", line: 2 },
  company,
  companyId: "",
  title,
  location: "",
  description: "",
  start: { date: "2020-03-01", precision: "month" },
  end: undefined,
  isCurrent: true,
  kind: undefined,
  rating: 0,
  ...more,
});

describe("rows of a file", () => {
  it("get the company that was chosen for their name, however it is written in the next row", () => {
    const positions = [position("Northwind"), position(" NORTHWIND "), position("Harbour")];
    expect(companyNames(positions)).toEqual(["Northwind", "Harbour"]);
    const choices = new Map([
      [keyOf("Northwind"), { companyId: "a".repeat(24), companyName: "Northwind Robotics", logo: "/x.svg" }],
    ]);
    expect(
      positions
        .map((one) => toRow(one, choices.get(keyOf(one.company))))
        .map(({ companyId, companyName, logo }) => [companyId, companyName, logo]),
    ).toEqual([
      ["a".repeat(24), "Northwind Robotics", "/x.svg"],
      ["a".repeat(24), "Northwind Robotics", "/x.svg"],
      ["", "Harbour", ""],
    ]);
  });

  it.each<[string, string, Partial<Position>, string | undefined]>([
    ["Northwind", "Software Engineering Intern", {}, undefined],
    ["Self-employed", "Web Developer", {}, "contract"],
    ["Freelance", "Designer", {}, "contract"],
    ["Selbstständig", "Beraterin", {}, "contract"],
    ["Freelance", "Intern", {}, undefined],
    ["Freelancer Union", "Organiser", {}, undefined],
    ["Northwind", "Engineer", { kind: "intern" }, "intern"],
    // Said by the title itself: it follows the title when that is edited.
    ["Northwind", "Intern", { kind: "intern" }, undefined],
    ["Freelance", "Designer", { kind: "full-time" }, undefined],
  ])("at %s as %s have the kind %s %s", (company, title, more, kind) => {
    expect(toRow(position(company, title, more)).kind).toEqual(kind);
  });

  it.each([
    ["2020", "2021", "2020-01-01", "2021-01-01", "year", "Needs months"],
    ["2020-03", "2021-05", "2020-03-01", "2021-05-01", "month", "Ready"],
    ["2020-03-09", "2021-05-31", "2020-03-09", "2021-05-31", "day", "Ready"],
    ["2020-03-09", "2021-05", "2020-03-01", "2021-05-01", "month", "Ready"],
    // A known month stays beside a year, unless the role would then end before it begins.
    ["2020-03", "2021", "2020-03-01", "2021-01-01", "year", "Needs months"],
    ["2020-03", "2020", "2020-01-01", "2020-01-01", "year", "Needs months"],
    ["2020", "", "2020-01-01", "", "year", "Needs months"],
    ["", "", "", "", "month", "Needs a start date"],
  ])("from %s to %s are %s to %s, known to the %s: %s", (start, end, startDate, endDate, datePrecision, needs) => {
    const row = importRow("Northwind", "Engineer", start, end);
    expect(datesOf(row)).toEqual({ startDate, endDate, datePrecision, isCurrent: end === "" });
    expect(needsText(needsOf(toRole(row, 1)))).toBe(needs);
  });

  it("say all that they need", () => {
    const row = { ...importRow("Northwind", "", "2020", "2021"), end: undefined };
    expect(needsText(needsOf(toRole(row, 1)))).toBe("Needs a title, an end date and months");
  });
});

describe("a time without a job", () => {
  it.each([
    ["Career Break", "Travel", true],
    ["Parental leave", "", true],
    ["Quarry Lane", "Sabbatical", true],
    ["Self-employed", "Photographer", false],
    ["Quarry Lane", "Break Technician", false],
  ])("%s, %s: %s", (companyName, title, isOne) => {
    expect(isGap({ companyName, title })).toBe(isOne);
  });
});
