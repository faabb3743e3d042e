import { describe, expect, it } from "vitest";
import { countryName } from "#core/country.ts";
import { keyOf } from "#core/text.ts";
import { readCatalogue } from "#features/catalogue/read.server.ts";
import { logoPath, logoSlug } from "#features/catalogue/logo-path.ts";
import { squareSvg } from "#features/catalogue/square-svg.ts";

const companies = await readCatalogue();

describe("the catalogue of companies", () => {
  it("is large and spans the continents", () => {
    expect(companies.length).toBeGreaterThanOrEqual(250);
    const countries = new Set(companies.map(({ country }) => country));
    for (const country of ["US", "BR", "DE", "NG", "IN", "AU"]) expect(countries).toContain(country);
  });

  it("names every company by its key, and each name or alias means one company", () => {
    const owner = new Map<string, string>();
    for (const company of companies) {
      expect(company.name).toBe(keyOf(company.displayName));
      for (const key of [company.name, ...company.aliases.map(keyOf)]) {
        expect([key, owner.get(key) ?? company.name]).toEqual([key, company.name]);
        expect([key, owner.has(key)]).toEqual([key, false]);
        owner.set(key, company.name);
      }
    }
  });

  it("is sorted, with countries that exist", () => {
    const names = companies.map(({ name }) => name);
    expect(names.every((name, at) => at === 0 || (names[at - 1] ?? "") < name)).toBe(true);
    expect(companies.filter(({ country }) => countryName(country) === "")).toEqual([]);
  });

  it("gives every logo a file of its own", () => {
    const withLogo = companies.filter(({ logo }) => logo !== "");
    expect(withLogo.length).toBeGreaterThanOrEqual(100);
    const paths = withLogo.map(({ name }) => logoPath(name));
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths.every((path) => /^\/logos\/[a-z0-9-]+\.svg$/.test(path))).toBe(true);
  });
});

describe("logoPath", () => {
  it("is safe as a file name", () => {
    expect(logoPath("kpmg")).toBe("/logos/kpmg.svg");
    expect(logoSlug("at&t")).toBe("at-t");
    expect(logoSlug("škoda auto")).toBe("skoda-auto");
    expect(logoSlug("../x")).toBe("x");
  });
});

describe("squareSvg", () => {
  it("centres wide and tall drawings", () => {
    expect(squareSvg("<path/>", { left: 0, top: 0, width: 100, height: 40 })).toContain('viewBox="0 -30 100 100"');
    expect(squareSvg("<path/>", { left: 5, top: 0, width: 40, height: 100 })).toContain('viewBox="-25 0 100 100"');
  });

  it("paints what has no colour, and refuses what needs styles or other files", () => {
    const svg = squareSvg('<path fill="currentColor"/>', { left: 0, top: 0, width: 24, height: 24 }, "#123456");
    expect(svg).toContain('fill="#123456"');
    const box = { left: 0, top: 0, width: 1, height: 1 };
    expect(() => squareSvg('<path style="fill:red"/>', box)).toThrow("plain shapes");
    expect(() => squareSvg('<image href="https://example.org/x.png"/>', box)).toThrow("plain shapes");
  });
});
