import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "#tests/helpers/any-character.ts";
import { MONOGRAM_BANDS, monogramOf, monogramSvg, UNDISCLOSED } from "./monogram.ts";

describe("letters", () => {
  it.each([
    ["Shopify", "S"],
    ["Jane Street", "JS"],
    ["RBC", "RBC"],
    ["Royal Bank of Canada", "RBC"],
    ["University of Waterloo", "W"],
    ["Universidad de Chile", "C"],
    ["McGill University", "MU"],
    ["TU Delft", "TU"],
    ["ETH Zürich", "ETH"],
    ["IIT Bombay", "IIT"],
    ["Massachusetts Institute of Technology", "MIT"],
    ["École Polytechnique", "ÉP"],
    ["ørsted", "Ø"],
    ["23andMe", "2"],
    ["University", "U"],
    ["The", "T"],
    ["北京大学", "北"],
    ["  ", "?"],
    ["!!!", "?"],
  ])("%s → %s", (name, letters) => {
    expect(monogramOf(name).letters).toBe(letters);
  });

  it("are one to three, for every text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), (name) => {
        const count = [...monogramOf(name).letters].length;
        // Upper-casing may make two letters of one (ß → SS).
        return count >= 1 && count <= 6;
      }),
    );
  });
});

describe("colour and band", () => {
  it("stay in their ranges and never change for a name", () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const first = monogramOf(name);
        expect(first).toEqual(monogramOf(name));
        expect(first.colour).toBeGreaterThanOrEqual(0);
        expect(first.colour).toBeLessThan(8);
        expect(MONOGRAM_BANDS[first.band]).toBeDefined();
      }),
    );
  });

  it("spread over all eight", () => {
    const names = Array.from({ length: 400 }, (_, index) => `Company ${index}`);
    expect(new Set(names.map((name) => monogramOf(name).colour)).size).toBe(8);
    expect(new Set(names.map((name) => monogramOf(name).band)).size).toBe(8);
  });
});

describe("the SVG of an address", () => {
  it("is round for companies and a terminus for schools", () => {
    expect(monogramSvg("Shopify", "company")).toContain("<circle");
    expect(monogramSvg("Shopify", "company")).not.toContain('rx="12"');
    expect(monogramSvg("TU Delft", "school")).toContain('rx="12"');
    expect(monogramSvg("TU Delft", "school")).toContain(">TU</text>");
  });

  it("lets no name write markup, style or a foreign address", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 30 }), (name) => {
        const svg = monogramSvg(`<script>&"${name}`, "company");
        expect(svg.match(/</g)?.length).toBe(monogramSvg("Shopify", "company").match(/</g)?.length);
        expect(svg).not.toContain("style");
        expect(svg.replace("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:/);
      }),
    );
  });
});

it("draws an undisclosed company as one mark, without letters or a line's colour", () => {
  expect(monogramSvg(UNDISCLOSED, "company")).not.toContain("<text");
  expect(monogramSvg("Undisclosed", "company")).toContain("<text");
});
