import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { likeness, OFFERED_FROM, plainName, resolveName, type Candidate } from "./match-names.ts";

const LISTED: readonly Candidate[] = [
  { id: "1", name: "northwind robotics", displayName: "Northwind Robotics", aliases: ["NWR", "Northwind Automation"] },
  { id: "2", name: "quarry lane", displayName: "Quarry Lane" },
  { id: "3", name: "zürich works", displayName: "Zürich Works" },
  { id: "4", name: "harbour college", displayName: "Harbour College" },
  { id: "5", name: "harbour college", displayName: "Harbour College" },
];

const WORLD: readonly Candidate[] = [
  { id: "systems", name: "systems limited", displayName: "Systems Limited", country: "PK" },
  { id: "airasia", name: "airasia", displayName: "AirAsia", aliases: ["Capital A"], country: "MY" },
  { id: "us", name: "merck", displayName: "Merck & Co.", aliases: ["MSD"], country: "US" },
  { id: "de", name: "merck kgaa", displayName: "Merck KGaA", aliases: ["Merck Group"], country: "DE" },
  { id: "meta", name: "meta", displayName: "Meta", country: "US" },
  { id: "orange", name: "orange", displayName: "Orange", country: "FR" },
  { id: "sky", name: "sky", displayName: "Sky", country: "GB" },
  {
    id: "toyota",
    name: "toyota",
    displayName: "Toyota",
    aliases: ["Toyota Motor Corporation", "トヨタ自動車"],
    country: "JP",
  },
  { id: "samsung", name: "samsung", displayName: "Samsung", aliases: ["삼성전자"], country: "KR" },
];

describe("plainName", () => {
  it.each([
    ["Acme Inc.", "acme"],
    ["Acme, Inc", "acme"],
    ["ACME GmbH & Co. KG", "acme"],
    ["Acme S.r.l.", "acme"],
    ["Acme Sp. z o.o.", "acme"],
    ["Acme a.s.", "acme"],
    ["Acme Pty Ltd", "acme"],
    ["The Acme Company", "acme company"],
    ["株式会社アクメ", "アクメ"],
    ["ООО Ромашка", "ооо ромашка"],
    ["Zürich Works AG", "zurich works"],
    ["Smith & Sons Ltd", "smith and sons"],
    ["McDonald's", "mcdonalds"],
    ["Inc.", "inc"],
    ["Company", "company"],
    ["!!!", ""],
  ])("of %s is %s", (name, plain) => {
    expect(plainName(name)).toBe(
      plain
        .normalize("NFKD")
        .replace(/\p{M}+/gu, "")
        .normalize("NFKC"),
    );
  });
});

describe("resolveName", () => {
  it.each([
    ["northwind robotics", "exact", "1", true],
    ["Northwind Robotics, Inc.", "exact", "1", true],
    ["nwr", "alias", "1", true],
    ["Northwind Automation Ltd", "alias", "1", true],
    ["Zurich Works", "exact", "3", true],
    ["Northwind Robotic", "new", undefined, false],
    // Somebody has to say which of the two.
    ["Harbour College", "new", undefined, false],
    ["Quarry Lane Canada", "new", undefined, false],
    ["Something Else Entirely", "new", undefined, true],
    ["", "new", undefined, true],
  ])("finds for %s: %s %s", (name, is, id, isSure) => {
    const found = resolveName(name, LISTED);
    expect([found.is, found.chosen?.id, found.isSure]).toEqual([is, id, isSure]);
  });

  it("offers the near ones, best first, where it chooses none", () => {
    const found = resolveName("Quarry Lane Canada", LISTED);
    expect(found.matches.map(({ candidate, by }) => [candidate.id, by])).toEqual([["2", "similar"]]);
    expect(found.matches[0]?.score).toBeGreaterThanOrEqual(OFFERED_FROM);
  });

  it.each([
    // Another company has this legal form, these words after the brand, or a part of the name.
    ["T-Systems", undefined],
    ["Capital", undefined],
    ["Merck KGaA", "de"],
    ["Merck & Co., Inc.", "us"],
    ["Merck GmbH", "de"],
    ["Meta Ltd", undefined],
    ["Orange Holdings", undefined],
    ["Sky Company", undefined],
    ["Systems", undefined],
    ["Systems Ltd", "systems"],
    ["Orange S.A.", "orange"],
    ["Meta, Inc.", "meta"],
    ["Toyota Motor Corporation", "toyota"],
    ["トヨタ自動車株式会社", "toyota"],
    ["삼성전자", "samsung"],
    ["Orange Bank", undefined],
    ["Meta Technologies", undefined],
    ["Sky Group", undefined],
    ["Samsung India", undefined],
    ["Toyota Motor", undefined],
    ["meta.com", undefined],
  ])("is sure of %s: %s", (written, id) => {
    const found = resolveName(written, WORLD);
    expect(found.isSure && found.chosen ? found.chosen.id : undefined).toBe(id);
    expect(found.chosen?.id).toBe(id);
  });

  it.each([
    ["Orange Bank", "orange"],
    ["Meta Technologies", "meta"],
    ["Sky Group", "sky"],
    ["Samsung India", "samsung"],
    ["Toyota Motor", "toyota"],
    ["Meta Ltd", "meta"],
    ["Orange Holdings", "orange"],
    ["Sky Company", "sky"],
  ])("offers for %s: %s", (written, id) => {
    expect(resolveName(written, WORLD).matches[0]?.candidate.id).toBe(id);
  });

  it.each([
    "Freelance",
    "Self-employed",
    "Stealth Startup",
    "Confidential",
    "Career Break",
    "Parental leave",
    "Military service",
    "Student",
    "Misc.",
    "Elternzeit",
  ])("%s is not a company, whatever is listed", (written) => {
    const listed = [{ id: "1", name: written.toLowerCase(), displayName: written, country: "" }];
    expect(resolveName(written, listed)).toMatchObject({ is: "new", matches: [], chosen: undefined });
  });

  it("finds a listed name whatever its legal form, case and accents, and never scores above it", () => {
    const forms = fc.constantFrom("", " Inc.", " GmbH", ", LLC", " Ltd", " S.A.", " AG");
    fc.assert(
      fc.property(fc.constantFrom(...LISTED.slice(0, 3)), forms, fc.boolean(), (candidate, form, isUpper) => {
        const written = `${candidate.displayName}${form}`;
        const found = resolveName(isUpper ? written.toUpperCase() : written, LISTED);
        expect([found.chosen?.id, found.is, found.isSure]).toEqual([candidate.id, "exact", true]);
      }),
    );
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        const score = likeness(plainName(a), plainName(b));
        expect(score).toBe(likeness(plainName(b), plainName(a)));
        expect(score >= 0 && score <= 1).toBe(true);
      }),
    );
  });

  it("finds among many what a look at each would find", () => {
    const words = fc.constantFrom("north", "wind", "quarry", "lane", "zürich", "works", "a", "ltd", "北風");
    const names = fc.array(words, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(" "));
    const listed = fc.array(fc.record({ displayName: names, aliases: fc.array(names, { maxLength: 2 }) }), {
      // The number of names that are offered at most.
      maxLength: 5,
    });
    fc.assert(
      fc.property(names, listed, (name, all) => {
        const candidates = all.map((one, at): Candidate => ({ ...one, id: String(at), name: one.displayName }));
        const isLike = (other: string): boolean =>
          other === name || likeness(plainName(name), plainName(other)) >= OFFERED_FROM;
        const expected = candidates.filter(({ displayName, aliases = [] }) => [displayName, ...aliases].some(isLike));
        const found = resolveName(name, candidates).matches.map(({ candidate }) => candidate.id);
        expect(found.toSorted()).toEqual(expected.map(({ id }) => id));
      }),
    );
  });
});
