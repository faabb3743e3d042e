import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { countryName } from "#core/country.ts";
import { keyOf } from "#core/text.ts";
import { readCatalogue, readListedCompanies } from "#features/catalogue/read.server.ts";
import { resolveName, type Candidate, type Resolution } from "#features/import/pure/match-names.ts";
import { threadWork } from "#tests/helpers/thread-work.ts";

const listed = await readListedCompanies();
const ours = await readCatalogue();
const candidates = listed.map(({ name, displayName, country, aliases }): Candidate => ({
  id: name,
  name,
  displayName,
  country,
  aliases,
}));

const sureOf = ({ isSure, chosen }: Resolution): string => (isSure && chosen ? chosen.displayName : "");

type Written = { text: string; meant: string; isHeldOut: boolean };

function readWritten(): Written[] {
  let isHeldOut = false;
  return readFileSync(new URL("./written-companies.txt", import.meta.url), "utf8")
    .split("\n")
    .flatMap((line): Written[] => {
      if (line === "---") isHeldOut = true;
      const [text = "", meant] = line.split(" =");
      return line.startsWith("#") || meant === undefined ? [] : [{ text, meant: meant.trim(), isHeldOut }];
    });
}

describe("the companies that are listed from the start", () => {
  it("are more than two thousand, ours first among them, in countries that exist", () => {
    expect(listed.length).toBeGreaterThanOrEqual(2_500);
    expect(ours.every(({ name }) => listed.some((one) => one.name === name))).toBe(true);
    expect(listed.filter(({ country }) => countryName(country) === "")).toEqual([]);
  });

  it("have a key of their own, and each name or alias means one company", () => {
    const owner = new Map<string, string>();
    for (const { name, displayName, aliases } of listed) {
      expect(name).toBe(keyOf(displayName));
      for (const key of [name, ...aliases.map(keyOf)]) {
        expect([key, owner.get(key)]).toEqual([key, undefined]);
        owner.set(key, name);
      }
    }
  });

  it("are not called like the small words of a sentence, which Ask the map reads", () => {
    const words =
      "who whom what when where how many much people person persons from to at in on of with after before then via for and or " +
      "not is are was were did do does went go goes gone come came work worked works working job jobs intern interns " +
      "internship company companies school schools university year years month months first last most next between into " +
      "out us un it he she they we i you me my career role title the a an any all some seek find show did";
    const names = new Set(listed.flatMap(({ name, aliases }) => [name, ...aliases.map(keyOf)]));
    expect(words.split(" ").filter((word) => names.has(word))).toEqual([]);
  });

  it("have names in other scripts", () => {
    const inScript = (script: RegExp): number =>
      listed.filter(({ aliases }) => aliases.some((alias) => script.test(alias))).length;
    expect(inScript(/\p{Script=Han}/u)).toBeGreaterThan(100);
    expect(inScript(/\p{Script=Katakana}/u)).toBeGreaterThan(50);
    expect(inScript(/\p{Script=Hangul}/u)).toBeGreaterThan(30);
    expect(inScript(/\p{Script=Cyrillic}/u)).toBeGreaterThan(10);
  });

  it("keep the descriptions and logos of ours; the others have a monogram", () => {
    const known = new Map(ours.map((one) => [one.name, one]));
    for (const { name, description, logo } of listed) {
      const own = known.get(name);
      expect([description, logo === ""]).toEqual([own?.description ?? "", (own?.logo ?? "") === ""]);
    }
  });
});

describe("names as résumés have them", () => {
  const written = readWritten();

  it("name companies that are listed", () => {
    const names = new Set(listed.map(({ displayName }) => displayName));
    expect(written.filter(({ meant }) => meant !== "" && !names.has(meant))).toEqual([]);
  });

  it.each(written.map(({ text, meant }) => [text, meant] as const))("“%s” is surely “%s” or nobody", (text, meant) => {
    const sure = sureOf(resolveName(text, candidates));
    expect(["", meant]).toContain(sure);
  });

  it("are found: nine in ten of those that are listed", () => {
    for (const some of [written, written.filter(({ isHeldOut }) => isHeldOut)]) {
      const known = some.filter(({ meant }) => meant !== "");
      const found = known.filter(({ text, meant }) => sureOf(resolveName(text, candidates)) === meant);
      process.stdout.write(
        `${some.length} written names, ${known.length} of listed companies: ${found.length} sure (recall ${((found.length / known.length) * 100).toFixed(1)} %)\n`,
      );
      expect(found.length / known.length).toBeGreaterThanOrEqual(0.9);
    }
  });

  it("are looked up by the thousand in a few seconds, on a slow device too", () => {
    const took = threadWork(() => {
      for (let at = 0; at < 1_000; at += 1) resolveName(`${written[at % written.length]?.text} ${at}`, candidates);
    });
    process.stdout.write(`1,000 names among ${candidates.length} companies: ${(took / 1000).toFixed(1)} s\n`);
    // Compared with each, it took a minute.
    expect(took).toBeLessThan(15_000);
  });
});
