import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CHOSEN_FROM, likeness, OFFERED_FROM, plainName, resolveName, type Candidate } from "./match-names.ts";

const LISTED: readonly Candidate[] = [
  { id: "1", name: "northwind robotics", displayName: "Northwind Robotics", aliases: ["NWR", "Northwind Automation"] },
  { id: "2", name: "quarry lane", displayName: "Quarry Lane" },
  { id: "3", name: "zürich works", displayName: "Zürich Works" },
  { id: "4", name: "harbour college", displayName: "Harbour College" },
  { id: "5", name: "harbour college", displayName: "Harbour College" },
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
    ["The Acme Company", "acme"],
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
    ["Northwind Robotic", "similar", "1", false],
    // Somebody has to say which of the two.
    ["Harbour College", "exact", "4", false],
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
    expect(found.matches[0]?.score).toBeLessThan(CHOSEN_FROM);
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
});
