import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkPipeline, readExperience } from "./check.ts";
import { emptyRole, type RoleDraft, type StopDraft } from "./draft.ts";

const MISSING = "Must fill out all input fields.";
const INVALID_DATE = "Invalid Date";
const DUPLICATE = "Duplicate Companies (See Guidelines)";

function role(changes: Partial<RoleDraft> = {}): RoleDraft {
  return { ...emptyRole(1), title: "Engineer", startDate: "2020-01-01", endDate: "2021-01-01", ...changes };
}

function stop(changes: Partial<StopDraft> = {}, ...roles: Partial<RoleDraft>[]): StopDraft {
  return {
    tempId2: 0,
    _id: "",
    companyId: "",
    companyName: "Northwind",
    logo: "",
    roles: roles.length > 0 ? roles.map(role) : [role()],
    ...changes,
  };
}

/** The issues as `path: message` with the path's common head left out. */
function issuesOf(...stops: StopDraft[]): string[] {
  return checkPipeline(stops).map(({ path, message }) => `${path.replace("pipeline.", "")}: ${message}`);
}

describe("checkPipeline", () => {
  test("an empty pipeline and a whole one may be saved", () => {
    expect(issuesOf()).toEqual([]);
    expect(issuesOf(stop(), stop({ companyName: "Other" }))).toEqual([]);
  });

  test.each<[string, Partial<RoleDraft>, string[]]>([
    ["no title", { title: "" }, [`0.roles.0.title: ${MISSING}`]],
    ["a title of spaces", { title: " \t " }, [`0.roles.0.title: ${MISSING}`]],
    ["a title of 120", { title: "x".repeat(120) }, []],
    ["a title of 121", { title: "x".repeat(121) }, ["0.roles.0.title: A title has at most 120 characters."]],
    ["a title with NUL", { title: "a\u0000b" }, ["0.roles.0.title: This text has characters that cannot be kept."]],
    [
      "a title of a Hangul filler",
      { title: "\u3164" },
      ["0.roles.0.title: This text has characters that cannot be kept."],
    ],
    ["a title with an emoji of two parts", { title: "Chef 👩‍🍳" }, []],
    ["no start", { startDate: "" }, [`0.roles.0.startDate: ${MISSING}`]],
    ["a start that is none", { startDate: "soon" }, [`0.roles.0.startDate: ${INVALID_DATE}`]],
    ["a day that is none", { startDate: "2020-02-30" }, [`0.roles.0.startDate: ${INVALID_DATE}`]],
    ["the first day of the range", { startDate: "1950-01-01" }, []],
    ["the day before it", { startDate: "1949-12-31" }, [`0.roles.0.startDate: ${INVALID_DATE}`]],
    ["the last day of the range", { startDate: "2030-01-01", endDate: "2030-01-01" }, []],
    ["the day after it", { endDate: "2030-01-02" }, [`0.roles.0.endDate: ${INVALID_DATE}`]],
    ["no end", { endDate: "" }, [`0.roles.0.endDate: ${MISSING}`]],
    ["no end while current", { endDate: "", isCurrent: true }, []],
    ["a wrong end while current", { endDate: "1900-01-01", isCurrent: true }, []],
    ["end before start", { startDate: "2020-05-01", endDate: "2020-04-01" }, [`0.roles.0.endDate: ${INVALID_DATE}`]],
    ["end on the start", { startDate: "2020-05-01", endDate: "2020-05-01" }, []],
    [
      "everything missing",
      { title: "", startDate: "", endDate: "" },
      [`0.roles.0.title: ${MISSING}`, `0.roles.0.startDate: ${MISSING}`, `0.roles.0.endDate: ${MISSING}`],
    ],
  ])("%s", (_what, changes, expected) => {
    expect(issuesOf(stop({}, changes))).toEqual(expected);
  });

  test("the second role of the second company is named by its path", () => {
    expect(issuesOf(stop(), stop({ companyName: "B" }, {}, { title: "" }))).toEqual([`1.roles.1.title: ${MISSING}`]);
  });

  test.each<[string, Partial<StopDraft>, string]>([
    ["no name", { companyName: "" }, MISSING],
    ["a name of spaces", { companyName: "   " }, MISSING],
    ["an id without a name", { companyId: "a".repeat(24), companyName: "" }, MISSING],
    ["a name of 81", { companyName: "n".repeat(81) }, "A company name has at most 80 characters."],
    ["a name whose key grows past 80", { companyName: "ﷺ".repeat(20) }, "A company name has at most 80 characters."],
    ["a name of zero-width spaces", { companyName: "\u200B\u200B" }, "This text has characters that cannot be kept."],
    ["an empty cell of Braille", { companyName: "\u2800" }, "This text has characters that cannot be kept."],
    ["half a character", { companyName: "\ud800" }, "This text has characters that cannot be kept."],
  ])("company: %s", (_what, changes, message) => {
    expect(issuesOf(stop(changes))).toEqual([`0.companyName: ${message}`]);
  });

  test.each<[string, Partial<StopDraft>, Partial<StopDraft>]>([
    ["same id, other name", { companyId: "1", companyName: "A" }, { companyId: "1", companyName: "B" }],
    ["same name", { companyName: "Acme" }, { companyName: "Acme" }],
    ["other case and spaces", { companyName: "Jane  Street " }, { companyName: "JANE STREET" }],
    ["full-width letters", { companyName: "ＡＣＭＥ" }, { companyName: "acme" }],
    ["an id here, only the name there", { companyId: "1", companyName: "Acme" }, { companyName: "acme" }],
  ])("twice: %s", (_what, first, second) => {
    expect(issuesOf(stop(first), stop(second))).toEqual([`1.companyName: ${DUPLICATE}`]);
  });

  test("two empty names are missing, not the same company", () => {
    expect(issuesOf(stop({ companyName: "" }), stop({ companyName: "" }))).toEqual([
      `0.companyName: ${MISSING}`,
      `1.companyName: ${MISSING}`,
    ]);
  });

  test("every further stop of a company is marked, the first is not", () => {
    expect(issuesOf(stop(), stop(), stop())).toEqual([`1.companyName: ${DUPLICATE}`, `2.companyName: ${DUPLICATE}`]);
  });

  test("50 stops and 20 roles, not one more", () => {
    const many = (count: number): StopDraft[] =>
      Array.from({ length: count }, (_, index) => stop({ companyName: `Company ${index}` }));
    expect(issuesOf(...many(50))).toEqual([]);
    expect(checkPipeline(many(51))).toEqual([{ path: "pipeline", message: "A pipeline has at most 50 companies." }]);
    const roles = (count: number): Partial<RoleDraft>[] => Array.from({ length: count }, () => ({}));
    expect(issuesOf(stop({}, ...roles(20)))).toEqual([]);
    expect(issuesOf(stop({}, ...roles(21)))).toEqual(["0.roles: One company has at most 20 roles."]);
    expect(issuesOf(stop({ roles: [] }))).toEqual([`0.roles: ${MISSING}`]);
  });
});

describe("readExperience", () => {
  test("a client without roles sends one in its top-level fields", () => {
    expect(
      readExperience({
        companyId: " abc ",
        companyName: "acme",
        displayName: "ACME",
        title: "  Software   Engineer ",
        startDate: "2021-05-31T22:00:00.000Z",
        endDate: "2022-01-01",
        isIndefinite: false,
        rating: 80,
      }),
    ).toEqual({
      tempId2: 0,
      _id: "",
      companyId: "abc",
      companyName: "ACME",
      logo: "",
      roles: [role({ title: "Software Engineer", startDate: "2021-06-01", endDate: "2022-01-01", rating: 80 })],
    });
  });

  test("roles, where sent, are what counts", () => {
    const { roles } = readExperience({
      companyName: "A",
      title: "ignored",
      startDate: "1999-01-01",
      roles: [
        { title: "One", startDate: "2020-01-01", endDate: "2020-06-01", kind: "intern" },
        { title: "Two", startDate: "2021-01-01", isIndefinite: true },
      ],
    });
    expect(roles.map(({ title, kind, isCurrent, endDate }) => [title, kind, isCurrent, endDate])).toEqual([
      ["One", "intern", false, "2020-06-01"],
      ["Two", undefined, true, ""],
    ]);
  });

  test.each([
    [{ isIndefinite: true, endDate: "" }],
    [{ isIndefinite: true, endDate: "2021-01-01" }],
    [{ indefinite: true }],
    [{ endDate: "2200-12-02" }],
    [{ isIndefinite: false, endDate: "2200-12-01T23:00:00.000Z" }],
  ])("current: %j", (fields) => {
    const [only] = readExperience({ title: "T", startDate: "2020-01-01", ...fields }).roles;
    expect(only).toMatchObject({ isCurrent: true, endDate: "" });
  });

  test.each([[{}], [{ endDate: null }], [{ endDate: "" }], [{ isIndefinite: false }]])(
    "not current, no end: %j",
    (fields) => {
      const [only] = readExperience({ title: "T", startDate: "2020-01-01", ...fields }).roles;
      expect(only).toMatchObject({ isCurrent: false, endDate: "" });
    },
  );

  test.each([
    [{ startDate: "2020-05-01", endDate: "2021-05-01" }, ["month", "2020-05-01", "2021-05-01"]],
    [{ startDate: "2020-05-17", endDate: "2021-05-01" }, ["day", "2020-05-17", "2021-05-01"]],
    [
      { startDate: "2020-05-17", endDate: "2020-05-03", datePrecision: "month" as const },
      ["month", "2020-05-01", "2020-05-01"],
    ],
    [
      { startDate: "2020-05-17", endDate: "2020-03-01", datePrecision: "year" as const },
      ["year", "2020-01-01", "2020-01-01"],
    ],
    [{ startDate: "whenever", endDate: "2021-05-01" }, ["month", "whenever", "2021-05-01"]],
  ])("precision of %j", (fields, expected) => {
    const [only] = readExperience({ title: "T", ...fields }).roles;
    expect([only?.datePrecision, only?.startDate, only?.endDate]).toEqual(expected);
  });

  test.each([0, 20, 40, 60, 80, 100])("rating %i is kept", (rating) => {
    const normal = readExperience({
      companyName: "A",
      title: "T",
      startDate: "2020-01-01",
      isIndefinite: true,
      rating,
    });
    expect(normal.roles[0]?.rating).toBe(rating);
    expect(checkPipeline([normal])).toEqual([]);
  });

  test.each([-20, 1, 50, 101, 1e9, Number.NaN])("rating %d is refused", (rating) => {
    const normal = readExperience({
      companyName: "A",
      title: "T",
      startDate: "2020-01-01",
      isIndefinite: true,
      rating,
    });
    expect(checkPipeline([normal])).toEqual([
      { path: "pipeline.0.roles.0.rating", message: "Choose one of the five ratings, or none." },
    ]);
  });

  test("the company's name falls back, and keeps its author's letters", () => {
    const nameOf = (input: { companyName?: string; displayName?: string; name?: string }): string =>
      readExperience({ title: "T", ...input }).companyName;
    expect(nameOf({ companyName: "github", displayName: "GitHub" })).toBe("GitHub");
    expect(nameOf({ companyName: "meta", displayName: "Facebook" })).toBe("meta");
    expect(nameOf({ name: "acme" })).toBe("acme");
    expect(nameOf({ companyName: " ", name: "acme" })).toBe("acme");
    expect(nameOf({})).toBe("");
  });

  test("what is copied along and shows nothing is left out of names and titles", () => {
    const read = readExperience({
      companyName: "\uFEFFQuarry\u200B Lane\u2060",
      title: "Soft\u00ADware  Engineer\u200B",
    });
    expect([read.companyName, read.roles[0]?.title]).toEqual(["Quarry Lane", "Software Engineer"]);
    // Letters that need a joiner keep it: "می‌خواهم" has one between two words.
    const persian = "\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645";
    expect(readExperience({ companyName: persian, title: "T" }).companyName).toBe(persian);
  });
});

describe("properties", () => {
  const date = fc.constantFrom("", "2019-01-01", "2020-06-01", "2021-12-31", "1949-01-01", "2031-01-01", "no date");
  const roles = fc.array(
    fc.record({
      title: fc.string({ maxLength: 130 }),
      startDate: date,
      endDate: date,
      isIndefinite: fc.boolean(),
      rating: fc.constantFrom(0, 20, 100, 33),
    }),
    { minLength: 1, maxLength: 3 },
  );
  const inputs = fc.array(
    fc.record({ companyName: fc.constantFrom("", "a", "A ", "b", "c"), title: fc.string({ maxLength: 9 }), roles }),
    { maxLength: 5 },
  );

  test("no issue means every promise of the database holds, and each issue points at something", () => {
    fc.assert(
      fc.property(inputs, (list) => {
        const stops = list.map(readExperience);
        const issues = checkPipeline(stops);
        for (const { path } of issues)
          expect(path).toMatch(/^pipeline\.\d+\.(companyName|roles\.\d+\.(title|startDate|endDate|rating))$/);
        if (issues.length > 0) return;
        const keys = stops.map(({ companyName }) => companyName.trim().toLowerCase());
        expect(new Set(keys).size).toBe(keys.length);
        for (const one of stops.flatMap((of) => of.roles)) {
          expect(one.title.trim().length).toBeGreaterThan(0);
          expect(one.startDate >= "1950-01-01" && one.startDate <= "2030-01-01").toBe(true);
          expect(one.isCurrent ? one.endDate === "" : one.endDate >= one.startDate && one.endDate <= "2030-01-01").toBe(
            true,
          );
        }
      }),
    );
  });

  test("a stop says the same alone as among others, duplicates aside", () => {
    fc.assert(
      fc.property(inputs, (list) => {
        const stops = list.map(readExperience);
        const together = checkPipeline(stops).filter(({ message }) => message !== DUPLICATE);
        const alone = stops.flatMap((one, index) =>
          checkPipeline([one]).map(({ path, message }) => ({
            path: path.replace("pipeline.0", `pipeline.${index}`),
            message,
          })),
        );
        expect(together).toEqual(alone);
      }),
    );
  });

  test("normalising what is normal changes nothing", () => {
    fc.assert(
      fc.property(inputs, (list) => {
        for (const once of list.map(readExperience)) {
          const again = readExperience({
            companyName: once.companyName,
            title: "",
            roles: once.roles.map(({ title, startDate, endDate, isCurrent, datePrecision, rating }) => ({
              title,
              startDate,
              endDate,
              isIndefinite: isCurrent,
              datePrecision,
              rating,
            })),
          });
          expect(again.companyName).toBe(once.companyName);
          expect(again.roles).toEqual(once.roles);
        }
      }),
    );
  });
});
