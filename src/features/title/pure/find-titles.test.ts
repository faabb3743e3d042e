import { expect, it } from "vitest";
import { findTitles } from "./find-titles.ts";

const HELD = [
  { slug: "mid-software", name: "Software Engineer" },
  { slug: "senior-software", name: "Senior Software Engineer" },
  { slug: "intern-software", name: "Software Engineer Intern" },
  { slug: "mid-product", name: "Product Manager" },
];
const slugs = (text: string, limit = 5): string[] => findTitles(text, HELD, limit).map(({ slug }) => slug);

it("leads with the title that is written so, in any case", () => {
  expect(slugs("SENIOR software engineer")[0]).toBe("senior-software");
  expect(slugs("software engineer")[0]).toBe("mid-software");
  expect(findTitles("software engineer", HELD.toReversed(), 5)[0]?.slug).toBe("mid-software");
});

it("finds titles by the beginning of any of their words", () => {
  expect(slugs("product m")).toEqual(["mid-product"]);
  expect(slugs("engineer")).toEqual(expect.arrayContaining(["mid-software", "senior-software", "intern-software"]));
  expect(slugs("soft sen")).toEqual(["senior-software"]);
});

it("finds only what somebody held, each once, and no more than asked for", () => {
  expect(slugs("professor")).toEqual([]);
  expect(slugs("engineer", 2)).toHaveLength(2);
  expect(new Set(slugs("s")).size).toBe(slugs("s").length);
  expect(slugs(" ")).toEqual([]);
});
