import { createRequire } from "node:module";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tries } from "#tests/helpers/amount.ts";
import { atPrecision, toDate, type DatePrecision } from "#core/calendar.ts";
import { checkPipeline } from "#features/pipeline/check.ts";
import { emptyRole, inOrder, type PipelineDraft, type RoleDraft, type StopDraft } from "#features/pipeline/draft.ts";
import { ROLE_KINDS } from "#core/role-kind.ts";
import { mapTexts, ROLE_TEXT_NAMES, ROLE_TEXTS } from "#core/role-texts.ts";
import { VISIBILITIES } from "#features/profile/schema.ts";
import { inferKind } from "#features/title/kind.ts";
import { problemText } from "#features/import/rules.ts";
import { applyReview } from "./apply-review.ts";
import { readArchive } from "./read-archive.ts";
import { readResume, type ResumeResult } from "./read-resume.ts";
import { resumeText, toResume, type OwnRecord } from "#features/export/pure/json-resume.ts";
import { defaultTicks, compareWithFile } from "./compare.ts";
import { toCsv } from "#features/export/pure/pipeline-csv.ts";
import { datesOf, latestSchool, toRow } from "./import-rows.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (value: unknown): ResumeResult =>
  readResume("resume.json", bytesOf(typeof value === "string" ? value : JSON.stringify(value)));
const sentences = ({ problems }: ResumeResult): string[] => problems.map(problemText);

type Validate = (resume: unknown, done: (errors: unknown[] | null, isValid: boolean) => void) => void;
/** The package comes without types. */
const { validate }: { validate: Validate } = createRequire(import.meta.url)("@jsonresume/schema");

/** The errors of a value according to the published schema. */
function faultsOf(value: unknown): string[] {
  const faults: string[] = [];
  validate(value, (errors) => {
    for (const error of errors ?? []) faults.push(String(error));
  });
  return faults;
}

/** The pipeline of an empty profile after every row of the file was accepted. */
function restored(result: Pick<ResumeResult, "positions">): PipelineDraft {
  const rows = compareWithFile(
    [],
    undefined,
    result.positions.map((one) => toRow(one)),
  );
  return applyReview({ stops: [], nextId: 1 }, rows, defaultTicks(rows)).draft;
}

const plainText = (max: number): fc.Arbitrary<string> =>
  fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 12 })
    .map((text) =>
      text
        .normalize("NFC")
        .replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, "")
        .replace(/\s+/gu, " ")
        .trim()
        .slice(0, max)
        .toWellFormed()
        .trim(),
    )
    .filter((text) => text !== "");

const precision = fc.constantFrom<DatePrecision[]>("year", "month", "day");
const day = fc.tuple(
  fc.integer({ min: 1_950, max: 2_020 }),
  fc.integer({ min: 1, max: 12 }),
  fc.integer({ min: 1, max: 28 }),
);

const role: fc.Arbitrary<RoleDraft> = fc
  .record({
    title: fc.oneof(plainText(120), fc.constantFrom("Intern", "Founder", "=1+1", "'=x", "-Lead", "Engineer")),
    kind: fc.option(fc.constantFrom(...ROLE_KINDS), { nil: undefined }),
    start: day,
    years: fc.nat({ max: 9 }),
    isCurrent: fc.boolean(),
    datePrecision: precision,
    rating: fc.constantFrom<number[]>(0, 20, 40, 60, 80, 100),
    ...mapTexts((text) => fc.oneof(fc.constant(""), plainText(ROLE_TEXTS[text].most))),
  })
  .map(({ title, kind, start, years, isCurrent, datePrecision, rating, ...texts }) => ({
    tempId2: 0,
    title,
    // As a saved pipeline is returned: a kind that the title already says is left out.
    kind: kind === inferKind(title) ? undefined : kind,
    startDate: atPrecision(toDate(...start), datePrecision),
    endDate: isCurrent ? "" : atPrecision(toDate(start[0] + years, start[1], start[2]), datePrecision),
    isCurrent,
    datePrecision,
    rating,
    ...texts,
  }));

const stop: fc.Arbitrary<StopDraft> = fc.record({
  tempId2: fc.constant(0),
  _id: fc.constant(""),
  companyId: fc.oneof(fc.constant(""), fc.stringMatching(/^[0-9a-f]{24}$/)),
  companyName: plainText(80),
  logo: fc.constant(""),
  undisclosed: fc.boolean(),
  roles: fc.array(role, { minLength: 1, maxLength: 4 }),
});

const record: fc.Arbitrary<OwnRecord> = fc
  .record({
    firstName: plainText(80),
    lastName: plainText(80),
    username: fc.constantFrom("", "nova.quill"),
    linkedin: fc.constantFrom("", "nova-quill"),
    location: fc.oneof(fc.constant(""), plainText(100)),
    schoolId: fc.constantFrom("", "0123456789abcdef01234567"),
    schoolName: fc.oneof(fc.constant(""), plainText(100)),
    visibility: fc.constantFrom(...VISIBILITIES),
    showMonths: fc.boolean(),
    ownTitles: fc.boolean(),
    hideSchool: fc.boolean(),
    stops: fc.array(stop, { maxLength: 6 }),
  })
  .filter(({ stops }) => checkPipeline(stops).length === 0)
  .map((own) => ({ ...own, stops: inOrder(own.stops) }));

/** A pipeline as it is saved, without the editor's own data. */
const saved = (stops: readonly StopDraft[]) =>
  stops.map(({ companyId, companyName, undisclosed, roles }) => ({
    companyId,
    companyName,
    undisclosed,
    roles: roles.map(({ tempId2: _tempId2, ...rest }) => rest),
  }));

describe("JSON Resume", () => {
  it("every line is written valid against the published schema, its own extras under one key", () => {
    fc.assert(
      fc.property(record, (own) => {
        const resume: unknown = JSON.parse(resumeText(own));
        expect(faultsOf(resume)).toEqual([]);
        expect(Object.keys(Object(resume))).toEqual(["$schema", "basics", "work", "education", "meta"]);
        for (const { startDate = "", endDate = "2020" } of toResume(own).work) {
          expect([startDate, endDate].every((date) => /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/.test(date))).toBe(true);
        }
      }),
    );
    // The schema would say so.
    expect(faultsOf({ work: [{ startDate: "Jan 2020" }] })).toHaveLength(1);
    expect(faultsOf({ basics: { email: 7 } }).length).toBeGreaterThan(0);
  });

  it("export, wipe, import gives the identical pipeline", () => {
    fc.assert(
      fc.property(record, (own) => {
        const result = readResume("resume.json", bytesOf(resumeText(own)));
        expect(sentences(result)).toEqual([]);
        expect(saved(restored(result).stops)).toEqual(saved(own.stops));
        const { stops: _stops, ...extras } = own;
        expect(result.own).toEqual(extras);
        if (own.schoolName !== "")
          expect(result.education).toMatchObject([{ school: own.schoolName, schoolId: own.schoolId }]);
      }),
      { numRuns: tries({ all: 200, some: 70 }) },
    );
  });

  it("reads somebody else's as far as it goes", () => {
    const result = read({
      basics: {
        name: "Ada King Lovelace",
        email: "canary@example.com",
        phone: "1",
        location: { address: "canary street", countryCode: "GB", city: "London" },
      },
      work: [
        {
          name: "Northwind",
          position: "Engineer",
          startDate: "2020-01",
          endDate: "2022-02-15",
          summary: "Built\narms",
          location: "Berlin",
        },
        { company: "Quarry Lane", title: "Intern", startDate: "2019", endDate: "Present" },
        { name: "Harbour", position: "Lead", startDate: "2013-13" },
        { position: "Nowhere" },
        "nonsense",
      ],
      volunteer: [{ organization: "Food Bank", position: "Driver", startDate: "2018" }],
      education: [
        { institution: "Harbour College", studyType: "BSc", area: "Physics", endDate: "2019" },
        { area: "x" },
      ],
    });
    expect(
      result.positions.map(({ company, title, isCurrent, kind, ...rest }) => [
        company,
        title,
        isCurrent,
        kind,
        datesOf({ ...rest, isCurrent }).datePrecision,
      ]),
    ).toEqual([
      ["Northwind", "Engineer", false, undefined, "month"],
      ["Quarry Lane", "Intern", true, undefined, "year"],
      ["Harbour", "Lead", false, undefined, "month"],
      ["", "Nowhere", false, undefined, "month"],
      ["Food Bank", "Driver", true, "other", "year"],
    ]);
    expect(result.profile).toEqual({
      firstName: "Ada King",
      lastName: "Lovelace",
      countryCode: "GB",
      countryName: "United Kingdom",
    });
    expect(result.education).toMatchObject([{ school: "Harbour College", degree: "BSc, Physics" }]);
    expect(result.own).toBeUndefined();
    expect(JSON.stringify(result)).not.toContain("canary");
    expect(sentences(result)).toEqual([
      "resume.json: Job 3 (Harbour): “2013-13” is not a date we can read.",
      "resume.json: Job 4 has no company. Fill it in before you save.",
      "resume.json: Job 5 is only the text “nonsense”, so we left it out. Type it in.",
      "resume.json: School 2 has no name, so we left it out.",
    ]);
  });

  it("an entry that was changed elsewhere is read as anybody's, the others keep theirs", () => {
    const own: OwnRecord = {
      firstName: "Nova",
      lastName: "Quill",
      username: "",
      linkedin: "",
      location: "",
      schoolId: "",
      schoolName: "",
      visibility: "anonymous",
      showMonths: false,
      ownTitles: false,
      hideSchool: false,
      stops: ["Northwind", "Quarry Lane"].map((companyName) => ({
        tempId2: 1,
        _id: "",
        companyId: "",
        companyName,
        logo: "",
        roles: [
          {
            ...emptyRole(2),
            title: "Engineer",
            kind: "contract",
            startDate: "2020-01-01",
            isCurrent: true,
            rating: 80,
          },
        ],
      })),
    };
    const resume = toResume(own);
    const [first] = resume.work;
    if (first) first.position = "Baker";
    const result = read(resume);
    expect(result.positions.map(({ title, kind, rating }) => [title, kind, rating]).toSorted()).toEqual([
      ["Baker", undefined, 0],
      ["Engineer", "contract", 80],
    ]);
    expect(result.own?.visibility).toBe("anonymous");
  });

  it.each([
    ['{\n  "work": [\n    {,\n', "resume.json, line 3: The file is not valid JSON from here on."],
    ['{"work":[}', "resume.json, line 1: The file is not valid JSON from here on."],
    ['{\n  "work": [\n    {"name": "Quarry Lane"\n\n', "resume.json, line 3: The file is not valid JSON from here on."],
    ['{\n"work": [\n}', "resume.json, line 3: The file is not valid JSON from here on."],
    ["[]", "resume.json: The file contains no résumé."],
    ["7", "resume.json: The file contains no résumé."],
    ["{}", "resume.json: The file contains no résumé."],
    ['{"a":1}', "resume.json: The file contains no jobs and no schools."],
    ["PK\u0003\u0004", "resume.json: This is not a JSON file."],
    [
      `{"work":"x","meta":{"pipelines":[]},"education":{},"basics":7}`,
      "resume.json: The file contains no jobs and no schools.",
    ],
    ["[".repeat(100_000), "resume.json, line 1: The file is not valid JSON from here on."],
    ["x".repeat(5_000_000), "resume.json: The file is larger than 4 MB, which no résumé is."],
  ])("%#: a file that is none gets a sentence", (text, sentence) => {
    const result = read(text);
    expect(result.positions).toEqual([]);
    expect(sentences(result)).toEqual([sentence]);
  });
});

describe("the place of a written résumé", () => {
  it.each([
    ["Germany", { countryCode: "DE" }],
    ["Berlin, Germany", { city: "Berlin, Germany" }],
    ["Deutschland", { city: "Deutschland" }],
    ["the moon", { city: "the moon" }],
    ["", undefined],
  ])("%s is a country by its code, or else a city", (location, written) => {
    const nobody = { firstName: "Nova", lastName: "", username: "", linkedin: "", schoolId: "", schoolName: "" };
    const settings = { visibility: "private", showMonths: false, ownTitles: false, hideSchool: false } as const;
    const resume = toResume({ ...nobody, ...settings, location, stops: [] });
    expect(resume.basics.location).toEqual(written);
    expect(read(resume).own?.location).toBe(location);
  });
});

describe("stops as a CSV", () => {
  it.each([..."=+-@＝＋－＠"])("a title that begins with %s is no formula", (sign) => {
    const titled = { ...emptyRole(1), title: `${sign}1` };
    const csv = toCsv([{ tempId2: 2, _id: "", companyId: "", companyName: "Acme", logo: "", roles: [titled] }]);
    expect(csv).toContain(`,"'${sign}1",`);
  });

  it("come back with company, title and dates; no cell begins a formula", () => {
    fc.assert(
      fc.property(record, (own) => {
        const csv = toCsv(own.stops);
        for (const [, quoted, plain = ""] of csv.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|\r\n)/gu)) {
          expect(quoted ?? plain).not.toMatch(/^[=+\-@\t＝＋－＠]/u);
        }
        const { positions, problems } = readArchive([{ name: "stops.csv", bytes: bytesOf(csv) }]);
        if (own.stops.length === 0) return;
        expect(problems).toEqual([]);
        expect(positions.map(({ kind, rating, undisclosed }) => [kind, rating, undisclosed])).toEqual(
          inOrder(own.stops).flatMap(({ roles, undisclosed }) =>
            roles.map(({ kind, title, rating }) => [kind ?? inferKind(title), rating, undisclosed === true]),
          ),
        );
        const without = (entries: ReturnType<typeof saved>) =>
          entries.flatMap(({ companyName, roles }) =>
            roles.map(({ rating: _rating, kind: _kind, ...rest }) => ({ companyName, ...rest })),
          );
        const plain = positions.map((position) => ({
          companyName: position.company,
          title: position.title,
          ...mapTexts((text) => position[text]),
          ...datesOf(position),
        }));
        const expected = without(saved(own.stops)).filter(
          // A text that already began with our own mark (') loses it, so it is not compared.
          (one) =>
            ![one.title, one.companyName, ...ROLE_TEXT_NAMES.map((text) => one[text])].some((text) =>
              text.startsWith("'"),
            ),
        );
        expect(plain).toEqual(expect.arrayContaining(expected));
        expect(plain).toHaveLength(without(saved(own.stops)).length);
      }),
      { numRuns: tries({ all: 150, some: 50 }) },
    );
  });
});

describe("the school to ask about first", () => {
  it("is where somebody still is, else where they were last", () => {
    const { education } = readArchive([
      {
        name: "Education.csv",
        bytes: bytesOf("School Name,Start Date,End Date\nHigh,2005,2010\nCollege,2010,2014\nGraduate,2014,\n"),
      },
    ]);
    expect(latestSchool(education)?.school).toBe("Graduate");
    expect(latestSchool(education.slice(0, 2))?.school).toBe("College");
    expect(latestSchool([])).toBeUndefined();
  });

  it.each([
    [
      [
        ["Gym", "2000"],
        ["Hamburg", "2009", "2013"],
      ],
      2026,
      "Hamburg",
    ],
    [
      [
        ["Gym", "2000"],
        ["Hamburg", "2009", "2013"],
      ],
      undefined,
      "Hamburg",
    ],
    [
      [
        ["Gym", "2000"],
        ["Hamburg", "2003", "2007"],
      ],
      2026,
      "Hamburg",
    ],
    [
      [
        ["Lyceum", "2014", "2017"],
        ["Hamburg", "2018"],
      ],
      2026,
      "Hamburg",
    ],
    // Longer ago than studies last: where it began decides.
    [
      [
        ["Lyceum", "2014", "2018"],
        ["Hamburg", "2017"],
      ],
      2026,
      "Lyceum",
    ],
    [
      [
        ["Lyceum", "2010", "2014"],
        ["Hamburg", "2017"],
      ],
      2026,
      "Hamburg",
    ],
    [[["Nowhen"], ["Gym", "2000"]], 2026, "Gym"],
  ])("of %j in %s is %s", (schools, thisYear, expected) => {
    const education = schools.map(([institution, startDate, endDate]) => ({ institution, startDate, endDate }));
    const found = readResume("resume.json", bytesOf(JSON.stringify({ education })), 2026);
    expect(latestSchool(found.education, thisYear)?.school).toBe(expected);
  });
});

describe("the page elsewhere that somebody else's résumé names", () => {
  it.each([
    [{ network: "LinkedIn", username: "nova-quill" }, "nova-quill"],
    [{ network: "linkedin", url: "https://www.linkedin.com/in/nova-quill/" }, "nova-quill"],
    [{ network: "LinkedIn", username: "Nova Quill", url: "https://linkedin.com/in/nova-quill?a=b" }, "nova-quill"],
    [{ url: "https://de.linkedin.com/in/nova-quill" }, "nova-quill"],
    [{ network: "Elsewhere", username: "nova-quill", url: "https://elsewhere.test/in/nova-quill" }, undefined],
    [{ network: "LinkedIn", username: "../admin", url: "javascript:alert(1)" }, undefined],
    [{ network: "LinkedIn" }, undefined],
    ["LinkedIn", undefined],
  ])("%j is %s", (profile, expected) => {
    const profiles = [{ network: "Elsewhere", username: "else" }, profile];
    const basics = { name: "Nova Quill", profiles };
    const work = [{ name: "Harbour Works", position: "Engineer" }];
    const { profile: person } = read({ basics, work });
    expect(person?.linkedin).toBe(expected);
  });
});
