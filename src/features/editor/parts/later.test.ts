import { describe, expect, it } from "vitest";
import { draftFrom, type RoleDraft, type StopDraft } from "#features/pipeline/draft.ts";
import { experienceOf } from "./fixtures.ts";
import { isPutOff, needsMonths, putOff, rolesWithoutMonths, unratedRoles } from "./later.ts";

const TODAY = "2024-06-15";
const { stops } = draftFrom([experienceOf("Quarry Lane"), experienceOf("Harbour & Tarn")]);
const [first, second] = stops;
if (!first || !second) throw new Error("no stops");

function withRole(stop: StopDraft, change: Partial<RoleDraft>): StopDraft {
  return { ...stop, roles: stop.roles.map((role) => ({ ...role, ...change })) };
}
const names = (found: readonly { stop: { companyName: string } }[]): string[] =>
  found.map(({ stop }) => stop.companyName);

describe("what can be added later", () => {
  it("ratings: of jobs with a company that have begun and have none, oldest first", () => {
    const old = withRole(second, { rating: 0, startDate: "2010-01-01", endDate: "2011-01-01" });
    const fresh = withRole(first, { rating: 0, startDate: "2020-01-01", endDate: "2021-01-01" });
    expect(names(unratedRoles([fresh, old], TODAY))).toEqual([old.companyName, fresh.companyName]);
    expect(unratedRoles([withRole(fresh, { rating: 60 })], TODAY)).toEqual([]);
    expect(unratedRoles([withRole(fresh, { startDate: "2024-07-01" })], TODAY)).toEqual([]);
    expect(unratedRoles([withRole(fresh, { startDate: "" })], TODAY)).toEqual([]);
    expect(unratedRoles([{ ...fresh, companyName: " " }], TODAY)).toEqual([]);
  });

  it("months: of jobs with years alone", () => {
    const rough = withRole(first, { datePrecision: "year", startDate: "2012-01-01", endDate: "2013-01-01" });
    expect(rough.roles.every(needsMonths)).toBe(true);
    expect(second.roles.some(needsMonths)).toBe(false);
    expect(names(rolesWithoutMonths([second, rough]))).toEqual([rough.companyName]);
  });

  it("is put off by person until there are more, and forgives a store that is shut", () => {
    const kept = new Map<string, string>();
    const store = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    };
    expect(isPutOff("a", 1, store)).toBe(false);
    putOff("a", 2, store);
    expect(isPutOff("a", 2, store)).toBe(true);
    expect(isPutOff("a", 1, store)).toBe(true);
    expect(isPutOff("a", 3, store)).toBe(false);
    expect(isPutOff("b", 1, store)).toBe(false);
    const shut = {
      getItem: () => {
        throw new Error("shut");
      },
      setItem: () => {
        throw new Error("shut");
      },
    };
    expect(isPutOff("a", 1, shut)).toBe(false);
    expect(() => putOff("a", 1, shut)).not.toThrow();
  });
});
