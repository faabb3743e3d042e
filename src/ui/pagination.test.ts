import { expect, it } from "vitest";
import { pageAddress } from "./pagination.tsx";

it("a list has one address a page, and the first page is the list's own", () => {
  expect(pageAddress("/company/a", 1, { place: "#people" })).toBe("/company/a#people");
  expect(pageAddress("/company/a", 2, { place: "#people" })).toBe("/company/a?page=2#people");
  expect(pageAddress("/search?company=a%26b", 3)).toBe("/search?company=a%26b&page=3");
});

it("the pages beside the shown one begin and end where it does; others have a number alone", () => {
  const shown = { page: 4, ends: { before: "2a", after: "9z" } };
  const address = (page: number) => pageAddress("/company/a", page, { shown });
  expect(address(5)).toBe("/company/a?page=5&after=9z");
  expect(address(3)).toBe("/company/a?page=3&before=2a");
  expect(address(9)).toBe("/company/a?page=9");
  expect(pageAddress("/company/a", 1, { shown: { ...shown, page: 2 } })).toBe("/company/a");
  expect(pageAddress("/company/a", 5, { shown: { page: 4, ends: undefined } })).toBe("/company/a?page=5");
});
