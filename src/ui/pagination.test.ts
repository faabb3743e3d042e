import { expect, it } from "vitest";
import { pageAddress } from "./pagination.tsx";

it("a list has one address a page, and the first page is the list's own", () => {
  expect(pageAddress("/company/a", 1, "#people")).toBe("/company/a#people");
  expect(pageAddress("/company/a", 2, "#people")).toBe("/company/a?page=2#people");
  expect(pageAddress("/search?company=a%26b", 3)).toBe("/search?company=a%26b&page=3");
});
