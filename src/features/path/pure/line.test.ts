import { describe, expect, it } from "vitest";
import type { RoleRow } from "#core/stored-profile.ts";
import { ADA, ENGINEER } from "#tests/helpers/stored-person.ts";
import { toPublicLine, toPublicProfile, type ShownRow } from "#features/profile/pure/projection.ts";
import { monthNumber, toPathLine, type LineContext } from "./line.ts";
import type { PathLine } from "./types.ts";

const TODAY = "2026-11-22";
const SCHOOL = "5f00000000000000000000aa";
const COMPANY = ENGINEER.company_id;
const ENTRY = ENGINEER.stop_id;

const PERSON: ShownRow = {
  ...ADA,
  school_public_id: SCHOOL,
  school_name: "Waterloo",
  school_country_code: "CA",
  school_country: "CA",
};

function lineOf(person: Partial<ShownRow>, rows: readonly Partial<RoleRow>[]): PathLine {
  const stops = rows.map((row) => ({ ...ENGINEER, ...row }));
  const context: LineContext = {
    classify: (title, kind) => ({
      family: "software",
      level: kind === "intern" ? "intern" : "mid",
      slug: `of ${title}`,
    }),
  };
  const line = toPathLine(toPublicProfile({ ...PERSON, ...person }, stops, TODAY), context);
  // The engine is filled with this form.
  expect(toPathLine(toPublicLine({ ...PERSON, ...person }, stops, TODAY), context)).toEqual(line);
  return line;
}

describe("toPathLine", () => {
  it("takes what anybody sees of a public person", () => {
    expect(lineOf({}, [{}])).toEqual({
      id: PERSON.public_id,
      isPublic: true,
      school: SCHOOL,
      schoolName: "Waterloo",
      country: "CA",
      roles: [
        {
          position: 0,
          entry: ENTRY,
          company: COMPANY,
          companyName: "Shopify",
          title: "Software Engineer",
          kind: "full-time",
          family: "software",
          level: "mid",
          slug: "of Software Engineer",
          start: 2020 * 12 + 4,
          end: null,
          isYear: false,
          phase: "current",
        },
      ],
    });
  });

  it("knows an anonymous person's dates to the year, as July", () => {
    const line = lineOf({ visibility: "anonymous" }, [{ end_date: "2022-02-01" }]);
    expect([line.isPublic, line.roles]).toMatchObject([
      false,
      [{ start: 2020 * 12 + 6, end: 2022 * 12 + 6, isYear: true, phase: "past" }],
    ]);
    expect(lineOf({ visibility: "anonymous", show_months: true }, [{}]).roles).toMatchObject([
      { start: 2020 * 12 + 4, isYear: false },
    ]);
  });

  it("has no name and only years for an undisclosed company", () => {
    expect(lineOf({}, [{ undisclosed: true }]).roles).toMatchObject([
      { company: "", entry: ENTRY, companyName: "Undisclosed company", isYear: true },
    ]);
    expect(lineOf({}, [{ company_id: null }]).roles).toMatchObject([
      { company: "", companyName: "Shopify", isYear: false },
    ]);
  });

  it.each<[string, Partial<ShownRow>]>([
    [
      "free text",
      {
        school_public_id: null,
        school_name: null,
        school_country_code: "CA",
        school_country: null,
        school_text: "My school",
      },
    ],
    ["a hidden school", { hide_school: true }],
    ["no school", { school_public_id: null, school_name: null, school_country_code: "CA", school_country: null }],
  ])("has no school where it is %s", (_what, person) => {
    expect(lineOf(person, [])).toMatchObject({ school: "", schoolName: "", country: "", roles: [] });
  });

  it("puts roles of all entries in order of position", () => {
    const other = "5f00000000000000000000ee";
    const line = lineOf({}, [
      { start_date: "2018-01-01", end_date: "2018-04-01", kind: "intern" },
      { start_date: "2019-01-01", end_date: "2019-04-01", stop_id: other, company_id: null },
      { start_date: "2027-01-01" },
    ]);
    expect(line.roles.map((role) => [role.position, role.entry, role.phase])).toEqual([
      [0, ENTRY, "past"],
      [1, other, "past"],
      [2, ENTRY, "incoming"],
    ]);
  });

  it("refuses what is not a date", () => {
    expect(() => monthNumber("soon", false)).toThrow(RangeError);
  });
});
