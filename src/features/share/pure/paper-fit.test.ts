import { describe, expect, it } from "vitest";
import { fitPaper, linesOf } from "./paper-fit.ts";

const NAME = "Nova Testperson";
const HEAD = ["Currently Clerk at Alder · 4 stops"];
const rows = (count: number, row: { first: string; rest: string }) => Array.from({ length: count }, () => row);
const SHORT = { first: "Clerk", rest: "Alder" };
const LONG = {
  first: "Deputy Senior Vice President of International Instruments",
  rest: "Fennel, Figwort & Daughters of Upper Wetherby",
};

describe("the lines of a text", () => {
  it.each([
    ["", 20, 1],
    ["Clerk, Alder", 20, 1],
    ["Clerk, Alder", 5, 2],
    // A word that is longer than a line is broken; so are scripts without spaces.
    ["a".repeat(100), 20, 3],
    ["株".repeat(40), 22, 2],
    ["👩".repeat(40), 22, 2],
  ])("of %j in a width of %d are %d", (text, width, lines) => {
    expect(linesOf([{ text, weight: "bold" }], width)).toBe(lines);
  });
});

describe("the letters of a sheet", () => {
  it.each([
    [8, "roomy"],
    [9, 1],
    [16, 1],
    [17, 2],
    [32, 2],
    [33, 3],
    [66, 3],
    [67, 4],
    [172, 4],
  ] as const)("for %d short rows are of density %s", (count, density) => {
    expect(fitPaper(NAME, HEAD, rows(count, SHORT))).toEqual({
      density,
      lines: undefined,
      isNameLong: false,
      steps: 0,
    });
  });

  it("stay as they are if long texts find room in further lines, and are smaller if not", () => {
    expect(fitPaper(NAME, HEAD, rows(4, LONG))).toMatchObject({ density: "roomy", lines: undefined });
    expect(fitPaper(NAME, HEAD, rows(14, LONG))).toMatchObject({ density: 2, lines: undefined });
  });

  it("keep the dates of rows that have no room for whole texts", () => {
    const { density, lines } = fitPaper(NAME, HEAD, rows(60, LONG));
    expect(density).toBe(3);
    expect(lines).toEqual(Array(60).fill(1));
  });

  it("leave less room for rows below a long name and long facts", () => {
    const { isNameLong, steps } = fitPaper("Wilhelmina ".repeat(12), [LONG.first.repeat(3)], rows(3, SHORT));
    expect(isNameLong).toBe(true);
    expect(steps).toBeGreaterThan(0);
  });
});
