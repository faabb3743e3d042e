import { expect, it } from "vitest";
import { briefText, numberText, peopleText, percentText } from "./number-text.ts";

it("writes numbers as English does", () => {
  expect([0, 5, 999, 1092, 1_234_567].map(numberText)).toEqual(["0", "5", "999", "1,092", "1,234,567"]);
});

it("writes large numbers briefly", () => {
  expect([5, 999, 1_234, 12_345, 999_499, 1_234_567].map(briefText)).toEqual(["5", "999", "1.2K", "12K", "1M", "1.2M"]);
});

it("counts people in words", () => {
  expect([0, 1, 1092].map(peopleText)).toEqual(["0 people", "1 person", "1,092 people"]);
});

it.each([
  [0, "0%"],
  [0.004, "under 1%"],
  [0.005, "1%"],
  [0.994, "99%"],
  [0.996, "over 99%"],
  [1, "100%"],
])("writes a share of %f as %s: some are neither nobody nor everybody", (share, text) => {
  expect(percentText(share)).toBe(text);
});
