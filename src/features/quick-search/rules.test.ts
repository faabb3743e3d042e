import { describe, expect, it } from "vitest";
import { rowsOf } from "./rules.ts";

const HITS = {
  companies: [{ _id: "c1", name: "Shopify", logo: "/logos/shopify.svg" }],
  schools: [{ _id: "s1", name: "Shoreline College", country: "United States", logo: "" }],
  people: [{ _id: "p1", name: "", username: "shore" }],
};

describe("rowsOf", () => {
  it("without a text offers the site's own places", () => {
    expect(rowsOf("  ", undefined).map((row) => row.href)).toContain("/discover");
    expect(new Set(rowsOf("", undefined).map((row) => row.group))).toEqual(new Set(["Go to"]));
  });

  it("gives companies, schools, people and then places, each its address", () => {
    expect(rowsOf("s", HITS).map(({ href, group }) => [group, href])).toEqual([
      ["Companies", "/company/c1"],
      ["Schools", "/school/s1"],
      ["People", "/user/p1"],
      ["Go to", "/search"],
      // Search, and building a route.
      ["Go to", "/search"],
      ["Go to", "/like-me"],
      ["Go to", "/edit"],
      ["Go to", "/settings"],
      ["Go to", "/suggestions"],
      ["Go to", "/"],
    ]);
  });

  it("calls somebody without a name by the username", () => {
    expect(rowsOf("xyz", HITS).find((row) => row.group === "People")?.name).toBe("shore");
    expect(rowsOf("xyz", HITS).some((row) => row.group === "Go to")).toBe(false);
  });
});
