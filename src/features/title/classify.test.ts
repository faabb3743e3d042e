import { ROLE_KINDS } from "#core/role-kind.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_TITLE } from "#features/pipeline/check.ts";
import { anyCharacter } from "#tests/helpers/any-character.ts";
import { threadWork } from "#tests/helpers/thread-work.ts";
import { ALL_TITLES, catalogueTitleOf, classify, isCatalogueTitle, isTitleSlug, titleName } from "./classify.ts";
import { inferKind } from "./kind.ts";
import { FAMILIES, LEVELS } from "./schema.ts";
import { TITLES } from "./titles.ts";

const anyTitle = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 300 }),
  fc
    .array(fc.constantFrom(...TITLES.flatMap(({ name }) => name.split(" ")), "-", ",", "&", "II"), { maxLength: 12 })
    .map((words) => words.join(" ")),
);

describe("classify", () => {
  it.each([
    ["software engineer", "mid-software"],
    ["Sr. Backend Developer (Payments)", "senior-software"],
    ["Senior Payments Ledger Engineer", "senior-software"],
    ["Senior Machine Learning Engineer", "senior-machine-learning"],
    ["Principal PM", "principal-product"],
    ["Product Manager", "mid-product"],
    ["Senior Technical Program Manager II", "senior-product"],
    ["Head of Robotics", "director-hardware"],
    ["SVP Engineering", "vp-software"],
    ["Vice President, Global Markets", "vp-finance"],
    ["Engineering Manager, Search", "manager-software"],
    ["Senior Manager, Data Platform", "manager-data"],
    ["General Manager", "manager-general"],
    ["CTO & Co-Founder", "executive-software"],
    ["Chief of Staff", "senior-operations"],
    ["Member of Technical Staff", "mid-software"],
    ["Staff Firmware Engineer", "staff-hardware"],
    ["Staff Nurse", "mid-health"],
    ["Distinguished Engineer", "distinguished-software"],
    ["Technical Fellow", "fellow-software"],
    ["Research Fellow", "mid-research"],
    ["PhD Student", "junior-research"],
    ["Security Engineer II", "mid-security"],
    ["Mechanical Design Engineer", "mid-engineering"],
    ["Pastry Chef", "mid-service"],
    ["Associate Software Engineer", "junior-software"],
    ["Internal Auditor", "mid-finance"],
    ["フリーランスエンジニア", "mid-software"],
    ["プロダクトマネージャー", "mid-product"],
    ["ジュニア・エンジニア", "junior-software"],
    ["", "mid-general"],
    ["zzz", "mid-general"],
  ])("%s", (title, slug) => {
    expect(classify(title, "full-time").slug).toBe(slug);
  });

  it("takes the person's word for an internship and for a founder", () => {
    expect(classify("Software Engineer", "intern").slug).toBe("intern-software");
    expect(classify("Software Engineer", "co-op").slug).toBe("intern-software");
    expect(classify("Software Engineer Intern", "full-time").slug).toBe("junior-software");
    expect(classify("Chief Everything", "founder").slug).toBe("executive-general");
    expect(classify("Maker", "founder").slug).toBe("executive-general");
    expect(classify("Lead Engineer", "founder").slug).toBe("lead-software");
  });

  it("answers every text within the lists, and intern for internships alone", () => {
    fc.assert(
      fc.property(anyTitle, fc.constantFrom(...ROLE_KINDS), (title, kind) => {
        const { family, level, slug } = classify(title, kind);
        expect(FAMILIES).toContain(family);
        expect(LEVELS).toContain(level);
        expect(slug).toBe(`${level}-${family}`);
        expect(isTitleSlug(slug)).toBe(true);
        expect(level === "intern").toBe(kind === "intern" || kind === "co-op");
      }),
    );
  });

  it("does not depend on case, on spaces around or on what was asked before", () => {
    fc.assert(
      fc.property(fc.constantFrom(...TITLES), ({ name }) => {
        expect(classify(`  ${name.toUpperCase()} `, "full-time")).toEqual(classify(name, "full-time"));
      }),
    );
  });

  it("takes a time that grows with the text alone", () => {
    const worked = threadWork(() => {
      for (const piece of ["senior ", " - ", "engineer", "of technical staff ", "а́"])
        classify(piece.repeat(50_000), "other");
    });
    expect(worked).toBeLessThan(500);
  });
});

describe("the names of titles", () => {
  it("are one a slug, no longer than a title may be, and lead back to their slug", () => {
    expect(ALL_TITLES).toHaveLength(FAMILIES.length * LEVELS.length);
    expect(new Set(ALL_TITLES.map(({ slug }) => slug)).size).toBe(ALL_TITLES.length);
    expect(new Set(ALL_TITLES.map(({ name }) => name.toLowerCase())).size).toBe(ALL_TITLES.length);
    for (const { slug, name } of ALL_TITLES) {
      expect(name.length).toBeLessThanOrEqual(MAX_TITLE);
      expect(titleName(slug)).toBe(name);
      expect(classify(name, slug.startsWith("intern-") ? "intern" : "full-time").slug).toBe(slug);
    }
  });

  it.each([
    ["staff-software", "Staff Software Engineer"],
    ["manager-software", "Engineering Manager"],
    ["manager-product", "Group Product Manager"],
    ["mid-data", "Data Scientist"],
    ["intern-software", "Software Engineer Intern"],
    ["vp-product", "VP of Product"],
    ["no-such-slug", "Specialist"],
  ])("%s", (slug, name) => {
    expect(titleName(slug)).toBe(name);
  });

  it("agree with the titles that are suggested", () => {
    for (const { name, family, level } of TITLES) {
      expect(`${name}: ${classify(name, inferKind(name)).slug}`).toBe(`${name}: ${level}-${family}`);
    }
  });
});

describe("catalogueTitleOf", () => {
  it.each([
    ["Senior Payments Ledger Engineer", "full-time", "Senior Software Engineer"],
    ["senior ios engineer", "full-time", "Senior iOS Engineer"],
    ["Payments Ledger Engineer Intern", "intern", "Software Engineer Intern"],
    ["Founder of the Ledger Guild", "founder", "Founder"],
    ["Chief Ledger Keeper", "full-time", "Chief Executive Officer"],
    ["Keeper of the Ledger", "full-time", "Specialist"],
  ] as const)("%s", (title, kind, shown) => {
    expect(catalogueTitleOf(title, kind)).toBe(shown);
  });

  it("always answers with a title of the catalogue, of the same family and level", () => {
    fc.assert(
      fc.property(anyTitle, fc.constantFrom(...ROLE_KINDS), (title, kind) => {
        const shown = catalogueTitleOf(title, kind);
        expect(isCatalogueTitle(shown)).toBe(true);
        expect(catalogueTitleOf(shown, kind)).toBe(shown);
        expect(classify(shown, kind).slug).toBe(classify(title, kind).slug);
      }),
    );
  });
});
