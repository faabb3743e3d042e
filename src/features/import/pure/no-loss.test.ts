import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { tries } from "#tests/helpers/amount.ts";
import { zipOf } from "#tests/helpers/archives.ts";
import type { ReadResult } from "#features/import/rules.ts";
import { readArchive } from "./read-archive.ts";
import { readResume } from "./read-resume.ts";

/**
 * Every row of a file must be in the result or in the problems, whatever is wrong with it. Each row has unique marks. A
 * problem may also name the row by its number.
 */

type Row = { company: string; title: string; start: string; end: string; note: string };
/** `marks`: words of the row. `place`: how a problem calls it. */
type Planted = { marks: readonly string[]; place: string };

/** Rows that are in no job, school, question or problem of the result. */
function lostOf(planted: readonly Planted[], { positions, education, problems, ask = [] }: ReadResult): string[] {
  const said = [
    ...positions.flatMap(({ company, title }) => [company, title]),
    ...education.flatMap(({ school, degree }) => [school, degree]),
    ...ask.flatMap(({ sample }) => sample.flat()),
    ...problems.map(({ why }) => why),
  ];
  const places = problems.flatMap(({ file, line, why }) => [
    `${file}:${line}`,
    // "Job 3 has no name", "Job 3 (Quarry Lane): …"
    ...(why.match(/^(?:Job|School) \d+\b/) ?? []),
  ]);
  return planted
    .filter(
      ({ marks, place }) => !marks.some((mark) => said.some((text) => text.includes(mark))) && !places.includes(place),
    )
    .map(({ place }) => place);
}

const DATES = ["", "2019", "2020-02", "Jan 2020", "Present", "nonsense", "31.02.2020", "2021-00", "2024-01-01"];

const rows = fc
  .array(
    fc.record({
      hasCompany: fc.boolean(),
      hasTitle: fc.boolean(),
      start: fc.constantFrom(...DATES),
      end: fc.constantFrom(...DATES),
      note: fc.constantFrom("", 'words, "and" more', "<b>&amp;"),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((all): Row[] =>
    all.map(({ hasCompany, hasTitle, ...rest }, index) => ({
      company: hasCompany ? `Markco${index}x` : "",
      title: hasTitle ? `Marktitle${index}x` : "",
      ...rest,
    })),
  );

const isBlankRow = ({ company, title, start, end, note }: Row): boolean =>
  [company, title, start, end, note].every((cell) => cell === "");

const planted = (all: readonly Row[], placeOf: (index: number) => string): Planted[] =>
  all.flatMap((row, index) =>
    isBlankRow(row) ? [] : [{ marks: [row.company, row.title].filter((mark) => mark !== ""), place: placeOf(index) }],
  );

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const resume = (name: string, text: string): ReadResult => readResume(name, encode(text), 2026);

const plain = ({ company, title, start, end, note }: Row) => ({
  company,
  position: title,
  startDate: start,
  endDate: end,
  summary: note,
});
const quoted = (cells: readonly string[]): string => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",");
const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const tag = (name: string, text: string): string => (text === "" ? `<${name}/>` : `<${name}>${text}</${name}>`);
const csv = (header: string, all: readonly Row[], order: (row: Row) => string[]): string =>
  [header, ...all.map((row) => quoted(order(row))), ""].join("\n");

const POSITIONS = "Company Name,Title,Description,Location,Started On,Finished On";
const inPositions = ({ company, title, start, end, note }: Row): string[] => [company, title, note, "", start, end];
const VOLUNTEERING = "Company Name,Role,Cause,Started On,Finished On,Description";
const inVolunteering = ({ company, title, start, end, note }: Row): string[] => [company, title, "", start, end, note];
const EDUCATION = "School Name,Start Date,End Date,Notes,Degree Name,Activities";
const inEducation = ({ company, title, start, end, note }: Row): string[] => [company, start, end, note, title, ""];

const inText = (all: readonly Row[], write: (row: Row) => string): string =>
  all
    .filter((row) => !isBlankRow(row))
    .map(write)
    .join("");
/** Blank rows are left out for XML, because an XML element without text is not a row. */
const placesIn = (all: readonly Row[], word: string): Planted[] =>
  planted(
    all.filter((row) => !isBlankRow(row)),
    (index) => `${word} ${index + 1}`,
  );

type Reader = { name: string; plant: (all: readonly Row[]) => { planted: Planted[]; read: () => ReadResult } };

const jobs = (all: readonly Row[]): Planted[] => planted(all, (index) => `Job ${index + 1}`);

const READERS: readonly Reader[] = [
  {
    name: "JSON Resume",
    plant: (all) => ({
      planted: jobs(all),
      read: () => resume("resume.json", JSON.stringify({ work: all.map(plain) })),
    }),
  },
  {
    name: "JSON with roles within companies",
    plant: (all) => ({
      planted: all.filter(({ title }) => title !== "").map(({ title }) => ({ marks: [title], place: "nowhere" })),
      read: () =>
        resume(
          "resume.json",
          JSON.stringify({
            experience: [{ company: "Northwind", positions: all.map(({ title, start }) => ({ title, start })) }],
          }),
        ),
    }),
  },
  {
    name: "JSON of schools",
    plant: (all) => ({
      planted: planted(all, (index) => `School ${index + 1}`),
      read: () =>
        resume(
          "resume.json",
          JSON.stringify({
            education: all.map(({ company, title, start, end }) => ({
              institution: company,
              area: title,
              startDate: start,
              endDate: end,
            })),
          }),
        ),
    }),
  },
  {
    name: "YAML of RenderCV",
    plant: (all) => ({
      planted: jobs(all),
      read: () =>
        resume(
          "cv.yaml",
          stringify({
            cv: {
              name: "Nova Quill",
              sections: {
                experience: all.map(({ company, title, start, end, note }) => ({
                  company,
                  position: title,
                  start_date: start,
                  end_date: end,
                  highlights: note === "" ? [] : [note],
                })),
              },
            },
          }),
        ),
    }),
  },
  {
    name: "Europass XML of before 2020",
    plant: (all) => ({
      planted: placesIn(all, "Job"),
      read: () =>
        resume(
          "cv.xml",
          `<?xml version="1.0"?><SkillsPassport xmlns="http://europass.cedefop.europa.eu/Europass"><LearnerInfo><WorkExperienceList>${inText(
            all,
            ({ company, title, start, end, note }) =>
              `<WorkExperience><Period><From>${escaped(start)}</From><To>${escaped(end)}</To></Period><Position>${tag("Label", title)}</Position><Activities>${escaped(note)}</Activities><Employer>${tag("Name", company)}</Employer></WorkExperience>`,
          )}</WorkExperienceList></LearnerInfo></SkillsPassport>`,
        ),
    }),
  },
  {
    name: "Europass XML of today",
    plant: (all) => ({
      planted: placesIn(all, "Job"),
      read: () =>
        resume(
          "cv.xml",
          `<Candidate xmlns:hr="http://www.hr-xml.org/3"><CandidateProfile><EmploymentHistory>${inText(
            all,
            ({ company, title, start, end, note }) =>
              `<EmployerHistory>${tag("hr:OrganizationName", company)}<PositionHistory>${tag("PositionTitle", title)}<eures:EmploymentPeriod><eures:StartDate>${tag("hr:FormattedDateTime", start)}</eures:StartDate><eures:EndDate>${tag("hr:FormattedDateTime", end)}</eures:EndDate></eures:EmploymentPeriod><Description>${escaped(note)}</Description></PositionHistory></EmployerHistory>`,
          )}</EmploymentHistory></CandidateProfile></Candidate>`,
        ),
    }),
  },
  ...(
    [
      ["Positions.csv", POSITIONS, inPositions],
      ["Volunteering.csv", VOLUNTEERING, inVolunteering],
      ["Education.csv", EDUCATION, inEducation],
      ["stellen.csv", "Firma,Position,Beschreibung,Ort,Beginn,Ende", inPositions],
    ] as const
  ).map(([name, header, order]): Reader => ({
    name,
    plant: (all) => ({
      planted: planted(all, (index) => `${name}:${index + 2}`),
      read: () => readArchive([{ name, bytes: encode(csv(header, all, order)) }], { thisYear: 2026 }),
    }),
  })),
  {
    name: "an archive",
    plant: (all) => ({
      planted: planted(all, (index) => `Positions.csv:${index + 2}`),
      read: () =>
        readArchive([{ name: "export.zip", bytes: zipOf({ "in/Positions.csv": csv(POSITIONS, all, inPositions) }) }], {
          thisYear: 2026,
        }),
    }),
  },
];

describe.each(READERS)("$name", ({ plant }) => {
  it("loses no row without a word", () => {
    fc.assert(
      fc.property(rows, (all) => {
        const { planted: put, read } = plant(all);
        expect(lostOf(put, read())).toEqual([]);
      }),
      { numRuns: tries({ all: 60, some: 20 }) },
    );
  });

  it("would be caught losing one", () => {
    let caught = 0;
    fc.assert(
      fc.property(rows, fc.nat(), (all, at) => {
        const { planted: put, read } = plant(all);
        const result = read();
        const row = put[at % Math.max(1, put.length)];
        if (!row) return;
        const isOf = (texts: readonly string[]): boolean =>
          row.marks.some((mark) => texts.some((text) => text.includes(mark)));
        const without: ReadResult = {
          ...result,
          positions: result.positions.filter(({ company, title }) => !isOf([company, title])),
          education: result.education.filter(({ school, degree }) => !isOf([school, degree])),
          problems: result.problems.filter(
            ({ file, line, why }) =>
              !isOf([why]) && `${file}:${line}` !== row.place && !why.match(new RegExp(`^${row.place}\\b`)),
          ),
        };
        expect(lostOf(put, without)).toContain(row.place);
        caught += 1;
      }),
      { numRuns: tries({ all: 60, some: 20 }) },
    );
    expect(caught).toBeGreaterThan(tries({ all: 20, some: 6 }));
  });
});
