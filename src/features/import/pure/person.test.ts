import { describe, expect, it } from "vitest";
import type { OwnExtras, ReadResult } from "#features/import/rules.ts";
import { personChange, personDifferences, fileValues, schoolKey, type PersonNow } from "./person.ts";

const NOBODY: PersonNow = {
  firstName: "",
  lastName: "",
  schoolName: "",
  location: "",
  linkedin: "",
  visibility: "public",
  showMonths: false,
  ownTitles: false,
  hideSchool: false,
};
const OWN: OwnExtras = {
  firstName: "Nova",
  lastName: "Quill",
  username: "nova.quill",
  linkedin: "nova-quill",
  location: "Iceland",
  schoolId: "a".repeat(24),
  schoolName: "Harbour College",
  visibility: "anonymous",
  showMonths: true,
  ownTitles: true,
  hideSchool: true,
};

function result(own?: Partial<OwnExtras>): ReadResult {
  const school = { schoolId: "", start: undefined, end: undefined, degree: "", notes: "", activities: "" };
  return {
    positions: [],
    education: [{ ...school, from: { file: "resume.json", line: 0 }, school: "Harbour College" }],
    profile: { firstName: "Nova", lastName: "Quill", countryCode: "IS", countryName: "Iceland" },
    problems: [],
    ...(own ? { own: { ...OWN, ...own } } : {}),
  };
}
const shown = (read: ReadResult, now: Partial<PersonNow> = {}, last?: Record<string, string>): string[] =>
  personDifferences(read, { ...NOBODY, ...now }, { last }).map(
    ({ field, file, isTicked }) => `${field} ${file}${isTicked ? " ✓" : ""}`,
  );

describe("what a file says of the person", () => {
  it("of our own is all of it, ticked where mine is empty or the file hides more", () => {
    expect(shown(result({}))).toEqual([
      "name Nova Quill ✓",
      "location Iceland ✓",
      "linkedin nova-quill ✓",
      "school Harbour College ✓",
      "visibility Anonymous ✓",
      "showMonths With months",
      "ownTitles As written",
      "hideSchool Hidden ✓",
    ]);
    expect(shown(result())).toEqual(["name Nova Quill ✓", "location Iceland ✓", "school Harbour College ✓"]);
  });

  it("never ticks what shows more", () => {
    const now = { visibility: "private", hideSchool: true, showMonths: false } as const;
    expect(shown(result({ visibility: "public", hideSchool: false, showMonths: true }), now).slice(4)).toEqual([
      "visibility Public",
      "showMonths With months",
      "ownTitles As written",
      "hideSchool Shown",
    ]);
    expect(shown(result({ showMonths: false }), { showMonths: true })).toContain("showMonths Only years ✓");
    expect(shown(result({ ownTitles: false }), { ownTitles: true })).toContain("ownTitles The catalogue's ✓");
  });

  it("offers the page elsewhere that another's file names, and ticks it for nobody", () => {
    const other = result();
    const named = {
      ...other,
      profile: { firstName: "", lastName: "", countryCode: "", countryName: "", linkedin: "nova" },
    };
    for (const visibility of ["public", "anonymous", "private"] as const) {
      expect(shown(named, { visibility })).toContain("linkedin nova");
    }
    expect(shown(named, { linkedin: "nova" })).not.toContain("linkedin nova");
    expect(personChange(named, new Set(["linkedin"]), 0)).toEqual({ linkedin: "nova" });
  });

  it("knows a school again by the name it was taken as", () => {
    const last = { school: "Harbour College", [schoolKey("harbour college")]: "Harbour College of Art" };
    expect(shown(result(), { schoolName: "Harbour College of Art" }, last)).not.toContain("school Harbour College");
    expect(shown(result(), { schoolName: "Lower College" }, last)).toContain("school Harbour College");
  });

  it("comes back beside an empty line as it was, but never more public", () => {
    const now = { ...NOBODY, visibility: "private", hideSchool: true } as const;
    const of = (isPipelineEmpty: boolean): string[] =>
      personDifferences(result({ visibility: "public", hideSchool: false }), now, { isPipelineEmpty })
        .filter(({ field }) => ["visibility", "showMonths", "ownTitles", "hideSchool"].includes(field))
        .map(({ field, isTicked }) => `${field}${isTicked ? " ✓" : ""}`);
    expect(of(true)).toEqual(["visibility", "showMonths ✓", "ownTitles ✓", "hideSchool ✓"]);
    expect(of(false)).toEqual(["visibility", "showMonths", "ownTitles", "hideSchool"]);
  });

  it("is not ticked again where the last import said the same and it was cleared since", () => {
    const last = fileValues(result({}));
    expect(shown(result({}), {}, last).filter((line) => line.endsWith("✓"))).toEqual([]);
    expect(shown(result({ location: "Norway" }), {}, last)).toContain("location Norway ✓");
  });

  it("is taken field by field, the school by its own id where the file is ours", () => {
    expect(personChange(result({}), new Set(["location", "hideSchool", "school"]), 0)).toEqual({
      location: "Iceland",
      hideSchool: true,
      school: { name: "Harbour College", ownId: "a".repeat(24) },
    });
    expect(personChange(result(), new Set(["school", "linkedin", "visibility"]), 0)).toEqual({
      school: { name: "Harbour College", ownId: undefined },
    });
  });
});
