import { describe, expect, it } from "vitest";
import { GROUPS, rowsOf, SWITCH_THEME } from "./rules.ts";

const HITS = {
  companies: [{ _id: "c1", name: "Shopify", logo: "/logos/shopify.svg" }],
  schools: [{ _id: "s1", name: "Shoreline College", country: "United States", logo: "" }],
  people: [{ _id: "p1", name: "", username: "shore" }],
  titles: [{ slug: "senior-software", name: "Senior Software Engineer" }],
};

describe("rowsOf", () => {
  it("without a text offers the site's main places, each once", () => {
    const hrefs = rowsOf("  ", undefined).map((row) => row.href);
    expect(hrefs).toContain("/discover");
    expect(hrefs.length).toBeLessThan(8);
    expect(new Set(hrefs).size).toBe(hrefs.length);
    expect(new Set(rowsOf("", undefined).map((row) => row.group))).toEqual(new Set(["Go to"]));
  });

  it("gives companies, schools, people, titles and then places, each its address", () => {
    expect(rowsOf("s", HITS).map(({ href, group }) => [group, href])).toEqual([
      ["Companies", "/company/c1"],
      ["Schools", "/school/s1"],
      ["People", "/user/p1"],
      ["Titles", "/title/senior-software"],
      ["Go to", "/search"],
      // Search, and building a route.
      ["Go to", "/search"],
      ["Go to", "/like-me"],
      // A new stop.
      ["Go to", "/edit"],
      ["Go to", "/settings"],
      ["Go to", SWITCH_THEME],
      ["Go to", "/suggestions"],
      ["Go to", "/"],
    ]);
  });

  it("keeps each group together, in the order in which they stand", () => {
    const groups = rowsOf("software engineer", HITS).map(({ group }) => GROUPS.indexOf(group));
    expect(groups).toEqual(groups.toSorted((a, b) => a - b));
    expect(groups.length).toBeGreaterThan(4);
  });

  it("finds commands by their words", () => {
    expect(rowsOf("dark", undefined).map((row) => row.href)).toEqual([SWITCH_THEME]);
    expect(rowsOf("add", undefined).map((row) => row.name)).toEqual(["Add a stop"]);
  });

  it("calls somebody without a name by the username", () => {
    expect(rowsOf("xyz", HITS).find((row) => row.group === "People")?.name).toBe("shore");
    expect(rowsOf("xyz", HITS).some((row) => row.group === "Go to")).toBe(false);
  });
});
