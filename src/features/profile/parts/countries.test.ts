import countries from "i18n-iso-countries";
import { expect, test } from "vitest";
import { countryName } from "#core/country.ts";
import { COUNTRY_CODES, findCountries } from "./countries.ts";

test("the codes are the standard's, each with a name of its own", () => {
  expect(COUNTRY_CODES.toSorted()).toEqual(Object.keys(countries.getAlpha2Codes()).toSorted());
  expect(COUNTRY_CODES.filter((code) => countryName(code) === "")).toEqual([]);
  expect(new Set(COUNTRY_CODES.map(countryName)).size).toBe(COUNTRY_CODES.length);
});

const first = (text: string, many = 3): string[] =>
  findCountries(text)
    .slice(0, many)
    .map(({ name }) => name);

test("nothing typed gives all, by name, accents aside", () => {
  const names = findCountries("").map(({ name }) => name);
  expect(names).toHaveLength(COUNTRY_CODES.length);
  expect(names[0]).toBe("Afghanistan");
  expect(names[1]).toBe("Åland Islands");
  expect(names.at(-1)).toBe("Zimbabwe");
});

test.each([
  ["can", ["Canada"]],
  ["  CANADA ", ["Canada"]],
  ["nor", ["Norfolk Island", "North Korea", "North Macedonia"]],
  ["cote d", ["Côte d’Ivoire"]],
  ["ivory", ["Côte d’Ivoire"]],
  ["turk", ["Türkiye", "Turkmenistan", "Turks & Caicos Islands"]],
  ["turkey", ["Türkiye"]],
  ["usa", ["United States"]],
  ["us", ["United States"]],
  ["uk", ["United Kingdom", "Ukraine"]],
  ["de", ["Germany", "Denmark"]],
  ["zealand", ["New Zealand"]],
  ["england", ["United Kingdom"]],
  ["czech", ["Czechia"]],
  // "Northern Ireland" is no guess from three letters.
  ["northern", ["Northern Mariana Islands", "United Kingdom"]],
  ["nowhere", []],
])("%j finds %j first", (text, expected) => {
  expect(first(text, Math.max(1, expected.length))).toEqual(expected);
});

test("a short text finds only what shows it", () => {
  expect(first("nor", 300)).not.toContain("United Kingdom");
});

test("every country is found by its name, its code and a letter in another case", () => {
  for (const code of COUNTRY_CODES) {
    const name = countryName(code);
    for (const text of [name, name.toUpperCase(), code]) expect(first(text, 300)).toContain(name);
  }
});
