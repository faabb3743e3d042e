import { describe, expect, it } from "vitest";
import type { ColumnAnswers, Position, ReadResult } from "#features/import/rules.ts";
import { guessColumns } from "./ask-columns.ts";
import { COLUMN_WORDS } from "./column-words.ts";
import { readArchive } from "./read-archive.ts";

const read = (name: string, text: string, answers?: ColumnAnswers): ReadResult =>
  readArchive([{ name, bytes: new TextEncoder().encode(text) }], {
    thisYear: 2026,
    ...(answers ? { answers } : {}),
  });

const shortly = ({ positions }: ReadResult): string[] =>
  positions.map(({ company, title, start, end, isCurrent }: Position) =>
    [company, title, start?.date ?? "", isCurrent ? "now" : (end?.date ?? "")].join("|"),
  );

const wordsOf = (words: string): string[] => words.split("|");

describe("columns of other languages", () => {
  it("are those of at least the languages whose months are known and that people asked for", () => {
    for (const language of ["de", "fr", "es", "pt", "it", "nl", "pl", "tr", "ja", "zh", "ko", "ru"]) {
      expect(COLUMN_WORDS).toHaveProperty(language);
    }
  });

  it.each(
    Object.entries(COLUMN_WORDS).flatMap(([language, { company, title, start, end }]) =>
      wordsOf(company).flatMap((a) => wordsOf(title).map((b) => [language, a, b, start, end] as const)),
    ),
  )("%s: %s, %s", (_language, company, title, starts, ends) => {
    for (const [at, start] of wordsOf(starts).entries()) {
      const end = wordsOf(ends)[at] ?? wordsOf(ends)[0] ?? "";
      const header = [company, title, start, end].map((name) => `"${name}"`).join(",");
      const row = "Northwind,Engineer,2019-01,2020-02";
      // In a file of any name, because all four are one language's.
      expect([header, shortly(read("liste.csv", `${header}\n${row}\n`))]).toEqual([
        header,
        ["Northwind|Engineer|2019-01-01|2020-02-01"],
      ]);
    }
  });

  it("of schools are known likewise", () => {
    const { education } = read("Education.csv", "学校名,開始日,終了日,学位\nHarbour College,2015,2019,BSc\n");
    expect(education).toMatchObject([{ school: "Harbour College", degree: "BSc" }]);
  });
});

describe("columns that nobody knows", () => {
  const TEXT = "Wo;Was;Erster Tag;Letzter Tag\nNorthwind;Engineer;2019-01;2020-02\nQuarry Lane;Clerk;2021;heute\n";

  it("are asked about, with the first rows, and nothing is refused or taken", () => {
    const { positions, problems, ask } = read("Positions.csv", TEXT);
    expect([positions, problems]).toEqual([[], []]);
    expect(ask).toEqual([
      {
        file: "Positions.csv",
        line: 1,
        separator: ";",
        names: ["Wo", "Was", "Erster Tag", "Letzter Tag"],
        sample: [
          ["Northwind", "Engineer", "2019-01", "2020-02"],
          ["Quarry Lane", "Clerk", "2021", "heute"],
        ],
      },
    ]);
    const [question] = ask ?? [];
    expect(question && guessColumns(question)).toEqual({ start: 2, end: 3 });
  });

  it("are read as the answer says", () => {
    const answers: ColumnAnswers = new Map([
      ["Positions.csv", { line: 1, separator: ";", places: { company: 0, title: 1, start: 2, end: 3 } }],
    ]);
    expect(shortly(read("Positions.csv", TEXT, answers))).toEqual([
      "Northwind|Engineer|2019-01-01|2020-02-01",
      "Quarry Lane|Clerk|2021-01-01|now",
    ]);
  });

  it("are asked about below notes, and not where there is no table", () => {
    const { ask } = read("Positions.csv", `Notes:\n"One, two"\n\n${TEXT}`);
    expect(ask?.map(({ line }) => line)).toEqual([4]);
    for (const text of ["a,b\n1,2\n", "one,two,three\n", "Wo;Was;Wann\n"]) {
      const { ask: none, problems } = read("Positions.csv", text);
      expect([none, problems.length]).toEqual([undefined, 1]);
    }
  });

  it("of a table of any name are asked about only where nothing else was found", () => {
    const encoder = new TextEncoder();
    const jobs = { name: "Positions.csv", bytes: encoder.encode("Company Name,Title\nAcme,Clerk\n") };
    const other = { name: "other.csv", bytes: encoder.encode(TEXT) };
    expect(readArchive([other]).ask).toHaveLength(1);
    const both = readArchive([jobs, other]);
    expect(both.ask).toBeUndefined();
    expect(both.problems.filter(({ file }) => file === "other.csv")).toHaveLength(1);
  });
});

describe("Volunteering.csv", () => {
  it.each(["Volunteering.csv", "Volunteering (1).csv", "Volunteer Experiences.csv", "volunteer_experience.csv"])(
    "called %s is read as jobs that count as other",
    (name) => {
      const { positions } = read(
        name,
        "Company Name,Role,Cause,Started On,Finished On,Description\nFood Bank,Driver,Hunger,Feb 2016,Jun 2019,Weekly\n",
      );
      expect(positions).toMatchObject([
        { company: "Food Bank", title: "Driver", kind: "other", start: { date: "2016-02-01" } },
      ]);
    },
  );
});
