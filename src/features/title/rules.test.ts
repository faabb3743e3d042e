import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_TITLE } from "#features/pipeline/check.ts";
import { inferKind } from "./kind.ts";
import { displayTitle, suggestTitles } from "./rules.ts";
import { TITLES } from "./titles.ts";

describe("the catalogue of titles", () => {
  it("names each title once and fits the database", () => {
    const keys = TITLES.map(({ name }) => name.toLowerCase());
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.length).toBeGreaterThanOrEqual(150);
    expect(TITLES.every(({ name }) => name.length <= MAX_TITLE && name.trim() === name)).toBe(true);
  });

  it("says intern for exactly the titles whose kind is an internship", () => {
    const isIntern = (name: string): boolean => ["intern", "co-op"].includes(inferKind(name));
    expect(TITLES.filter(({ name, level }) => isIntern(name) !== (level === "intern"))).toEqual([]);
  });
});

describe("suggestTitles", () => {
  it("finds by prefix, in any case, the plain title first", () => {
    expect(suggestTitles("software eng", 3)).toEqual([
      "Software Engineer",
      "Software Engineer Intern",
      "Software Engineering Intern",
    ]);
    expect(suggestTitles("SOFTWARE ENG", 3)).toEqual(suggestTitles("software eng", 3));
    expect(suggestTitles("technical fel", 5)).toEqual(["Technical Fellow"]);
  });

  it("then by the beginning of a later word, never inside one", () => {
    expect(suggestTitles("learning", 2)).toEqual(["Machine Learning Engineer", "Machine Learning Engineer Intern"]);
    expect(suggestTitles("gineer", 5)).toEqual([]);
    expect(suggestTitles("end developer", 3)).toEqual(["Front-End Developer", "Back-End Developer"]);
  });

  it("puts titles that begin with the text before others", () => {
    const found = suggestTitles("product", 100);
    const lastPrefix = found.findLastIndex((name) => name.startsWith("Product"));
    const firstOther = found.findIndex((name) => !name.startsWith("Product"));
    expect(firstOther).toBeGreaterThan(lastPrefix);
  });

  it("gives at most as many as asked, for any text", () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(30), (text, limit) => {
        const found = suggestTitles(text, limit);
        return found.length <= limit && new Set(found).size === found.length;
      }),
    );
    expect(suggestTitles("", 4)).toHaveLength(4);
    expect(suggestTitles("zzz", 4)).toEqual([]);
  });
});

describe("displayTitle", () => {
  it.each([
    ["software engineer", "Software Engineer"],
    ["  ios   engineer ", "iOS Engineer"],
    ["co-founder & cto", "Co-founder & CTO"],
    ["front-end developer", "Front-End Developer"],
    ["software engineer co-op", "Software Engineer Co-op"],
    ["director of engineering", "Director of Engineering"],
    ["ml platform lead", "ML Platform Lead"],
    ["senior ai/ml engineer", "Senior AI/ML Engineer"],
    ["vp of product, emea", "VP of Product, Emea"],
    ["head of r&d", "Head of R&D"],
    ["c++ developer", "C++ Developer"],
    [".net developer", ".NET Developer"],
    ["node.js engineer", "Node.js Engineer"],
    ["engineer (ml)", "Engineer (ML)"],
    ["software engineer iii", "Software Engineer III"],
    ["phd candidate in nlp", "PhD Candidate in NLP"],
    ["co-ceo", "Co-CEO"],
    ["développeur web", "Développeur Web"],
    ["ingeniería de software", "Ingeniería de Software"],
    ["the engineer", "The Engineer"],
    ["Senior engineer @ Payments", "Senior engineer @ Payments"],
    ["SWE", "SWE"],
    ["iOS dev", "iOS dev"],
    ["", ""],
  ])("%s → %s", (typed, shown) => {
    expect(displayTitle(typed)).toBe(shown);
  });

  it("gives every title of the catalogue back from lower case", () => {
    for (const { name } of TITLES) expect(displayTitle(name.toLowerCase())).toBe(name);
  });

  it("changes nothing but case and spaces, and is stable", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii", maxLength: 80 }), (typed) => {
        const shown = displayTitle(typed);
        expect(shown.toLowerCase()).toBe(typed.replace(/\s+/gu, " ").trim().toLowerCase());
        expect(displayTitle(shown)).toBe(shown);
      }),
    );
  });
});
