import { describe, expect, it } from "vitest";
import { actsOf, quarterOf } from "./rules.ts";

describe("a quarter", () => {
  it.each([
    ["2026-01-01", "2026-Q1"],
    ["2026-03-31", "2026-Q1"],
    ["2026-04-01", "2026-Q2"],
    ["2026-12-31", "2026-Q4"],
  ])("of %s is %s", (day, quarter) => expect(quarterOf(day)).toBe(quarter));
});

describe("what can be done about a report", () => {
  it("is everything where a person can be asked", () =>
    expect(actsOf({ person: true, company: false })).toEqual([
      "dismiss",
      "settle",
      "ask",
      "hide",
      "suspend",
      "delete",
    ]));
  it("asks no company, and deletes nothing of the site", () => {
    expect(actsOf({ person: false, company: true })).toEqual(["dismiss", "settle", "delete"]);
    expect(actsOf({ person: false, company: false })).toEqual(["dismiss", "settle"]);
  });
});
