import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { compareWithFile } from "./compare.ts";
import { END_WORDS } from "./end-words.ts";
import { needsText, toRow } from "./import-rows.ts";
import { readDate } from "./read-date.ts";
import { readRange } from "./read-range.ts";
import { readResume, type ResumeResult } from "./read-resume.ts";

const readText = (text: string): ResumeResult => readResume("resume.json", new TextEncoder().encode(text), 2026);
const read = (value: unknown): ResumeResult => readText(JSON.stringify(value));

const shortly = ({ positions }: Pick<ResumeResult, "positions">): string[] =>
  positions.map(({ company, title, start, end, isCurrent }) =>
    [company, title, start?.date ?? "", isCurrent ? "now" : (end?.date ?? "")].join("|"),
  );

describe("JSON of any shape", () => {
  const job = { company: "Northwind", position: "Engineer", startDate: "2019-01", endDate: "2020-02" };
  const jobsRead = ["Northwind|Engineer|2019-01-01|2020-02-01"];

  it.each([
    { works: [job] },
    { experience: [job] },
    { experiences: [job] },
    { employment: { history: [job] } },
    { workExperience: [job] },
    { work_experience: [{ employer: "Northwind", jobTitle: "Engineer", from: "01/2019", to: "02/2020" }] },
    { positions: [{ organisation: "Northwind", role: "Engineer", period: "01/2019-02/2020" }] },
    { jobs: [{ company: { name: "Northwind" }, title: "Engineer", dates: "Jan 2019 – Feb 2020 (1 year)" }] },
    { work: { data: [job] } },
    { data: { resume: { work: [{ ...job, name: "", company: "Northwind" }] } } },
    { work: [{ company: "Northwind", positions: [{ ...job, company: undefined }] }] },
    {
      work: [
        { name: "Northwind", roles: [{ title: "Engineer", starts_at: { year: 2019, month: 1 }, end: "2020-02" }] },
      ],
    },
    [job],
  ])("%j is read", (value) => {
    expect(shortly(read(value))).toEqual(jobsRead);
  });

  it.each([
    {
      sections: {
        work: { items: [{ name: "Northwind", position: "Engineer", date: { start: "2019-01", end: "2020-02" } }] },
      },
    },
    {
      sections: {
        experience: {
          name: "Experience",
          columns: 1,
          visible: true,
          items: [{ company: "Northwind", position: "Engineer", date: "January 2019 - February 2020" }],
        },
      },
    },
    {
      sections: {
        experience: {
          title: "Experience",
          columns: 1,
          hidden: false,
          items: [
            {
              company: "Northwind",
              position: "",
              period: "",
              roles: [{ position: "Engineer", period: "Jan 2019 – Feb 2020" }],
            },
          ],
        },
      },
    },
  ])("the résumé builder's version %# is read", (value) => {
    expect(shortly(read(value))).toEqual(jobsRead);
  });

  it("takes comments and a comma after the last item", () => {
    expect(shortly(readText(`{ // mine\n"work": [${JSON.stringify(job)}, /* one */ ],\n}`))).toEqual(jobsRead);
    expect(shortly(readText('{"work": [{"name": "a // b, }", "position": "x",}]}'))).toEqual(["a // b, }|x||"]);
  });

  it("never claims a job without any date as current, and asks", () => {
    const { positions } = read({ work: [{ company: "Northwind", position: "Engineer" }] });
    const [row] = compareWithFile(
      [],
      undefined,
      positions.map((one) => toRow(one)),
    );
    expect(row?.file?.isCurrent).toBe(false);
    expect(needsText(row?.needs ?? [])).toBe("Needs a start date. Still there?");
  });

  it("keeps a row without a company, unticked until it has one", () => {
    const [row] = compareWithFile(
      [],
      undefined,
      read({ work: [{ ...job, company: "" }] }).positions.map((one) => toRow(one)),
    );
    expect(needsText(row?.needs ?? [])).toBe("Needs a company");
    expect(row?.isTicked).toBe(false);
  });

  it("says that there are no jobs although a school was found", () => {
    const { problems } = read({ education: [{ institution: "Harbour College" }] });
    expect(problems.map(({ why }) => why)).toEqual(["There are no jobs in it."]);
  });

  it("two stays at one company stay two", () => {
    const stay = (startDate: string, endDate: string) => ({ ...job, startDate, endDate });
    expect(read({ work: [stay("2015", "2016"), stay("2019", "2020")] }).positions).toHaveLength(2);
  });

  it("loses no entry without a word", () => {
    const text = fc.constantFrom("", "Northwind", "Engineer", "2019", "Jan 2020 – Present", "nonsense");
    const keys = fc.constantFrom(
      "company",
      "employer",
      "name",
      "position",
      "title",
      "startDate",
      "endDate",
      "date",
      "x",
    );
    const entry = fc.oneof(fc.dictionary(keys, text, { maxKeys: 5 }), text);
    const section = fc.constantFrom("work", "experience", "jobs", "employmentHistory", "volunteer");
    fc.assert(
      fc.property(section, fc.array(entry, { minLength: 1, maxLength: 6 }), (name, entries) => {
        // A list in which nothing is written holds no row.
        fc.pre(JSON.stringify(entries).match(/Northwind|Engineer|2019|2020|nonsense/) !== null);
        const { positions, problems } = read({ [name]: entries });
        expect(positions.length + problems.length).toBeGreaterThanOrEqual(entries.length);
      }),
    );
  });
});

describe("two dates in one text", () => {
  const said = (text: string): string => {
    const range = readRange(text, { thisYear: 2026 });
    const side = (one: { is: string; known?: { date: string } } | undefined): string =>
      one?.known?.date ?? one?.is ?? "";
    return range ? `${side(range.start)} ${side(range.end)}` : "none";
  };

  it.each([
    ["Jan 2019 – Present", "2019-01-01 current"],
    ["06/2019-08/2019", "2019-06-01 2019-08-01"],
    ["2015-16", "2015-01-01 2016-01-01"],
    ["2019-08", "none"],
    ["März 2019 bis heute", "2019-03-01 current"],
    ["seit 2020", "2020-01-01 current"],
    ["Jan – May 2020", "2020-01-01 2020-05-01"],
    ["2019 – May 2021", "2019-01-01 2021-05-01"],
    // As November to February 2020 it would end before it begins.
    ["Nov – Feb 2020", "none"],
    ["2015-15", "none"],
    ["Q1 2020 - Q2 2020", "2020-01-01 2020-06-01"],
    ["work with people", "none"],
  ])("%s is %s", (text, expected) => {
    expect(said(text)).toBe(expected);
  });

  it("a year alone takes no month of the other", () => {
    const range = readRange("2019 – May 2021");
    expect(range?.start).toMatchObject({ known: { precision: "year" } });
  });
});

describe("words for a job that goes on", () => {
  it.each(Object.entries(END_WORDS).flatMap(([language, words]) => words.map((word) => [language, word] as const)))(
    "%s: %s",
    (_language, word) => {
      expect(readDate(word)).toEqual({ is: "current" });
    },
  );
});
