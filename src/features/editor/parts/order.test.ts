import { describe, expect, it } from "vitest";
import { emptyRole, type RoleDraft, type StopDraft } from "#features/pipeline/draft.ts";
import { byStartDate, outOfOrder } from "./order.ts";

const role = (startDate: string, tempId2: number): RoleDraft => ({
  ...emptyRole(tempId2),
  title: "Analyst",
  startDate,
  isCurrent: true,
});
function stop(companyName: string, ...starts: string[]): StopDraft {
  return { tempId2: 1, _id: "", companyId: "", companyName, logo: "", roles: starts.map(role) };
}
const names = (stops: readonly StopDraft[]) => stops.map(({ companyName }) => companyName).join(" ");

const A = stop("A", "2018-01-01");
const B = stop("B", "2019-05-01", "2021-01-01");
const C = stop("C", "2020-01-01");
const EMPTY = stop("empty", "");
const WRONG = stop("wrong", "sometime");

describe("byStartDate", () => {
  it.each([
    [[C, A, B], "A B C"],
    [[B, A, EMPTY], "A B empty"],
    [[EMPTY, C, A], "empty A C"],
    [[C, EMPTY, A, WRONG, B], "A empty B wrong C"],
    [[], ""],
  ])("case %#", (stops, expected) => {
    expect(names(byStartDate(stops))).toBe(expected);
  });

  it("counts the first of several roles, and keeps what starts together as it is", () => {
    expect(names(byStartDate([stop("late", "2022-01-01", "2017-01-01"), A]))).toBe("late A");
    expect(names(byStartDate([stop("x", "2018-01-01"), A]))).toBe("x A");
  });
});

describe("outOfOrder", () => {
  it("names the first stop that began before an earlier one", () => {
    const found = outOfOrder([A, C, EMPTY, B]);
    expect([found?.stop.companyName, found?.before.companyName]).toEqual(["B", "C"]);
  });

  it("finds nothing where all is in order, and nothing after sorting", () => {
    expect(outOfOrder([A, EMPTY, B, WRONG, C])).toBeUndefined();
    expect(outOfOrder(byStartDate([C, WRONG, B, EMPTY, A]))).toBeUndefined();
  });
});
