import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { problemText, type ReadResult } from "#features/import/rules.ts";
import { tries } from "#tests/helpers/amount.ts";
import { docxOf } from "#tests/helpers/documents/resume-docs.ts";
import { plainLine, type Line } from "./line.ts";
import { readDocumentLines, readOffice, readText } from "./read-document.ts";

/**
 * Every row of an input must be in the result or in the problems, whatever it lacks. Each row has a unique word, by
 * which the test finds it.
 */

type Row = { word: string; company: string; title: string; dates: string; texts: string[] };

const DATES = [
  "Jan 2019 – Mar 2021",
  "2015 – 2016",
  "03/2012 - heute",
  "since 2020",
  "",
  "sometime",
  "May 2020 – Jan 2019",
  "2018",
];
const COMPANIES = ["Works", "Works GmbH", "& Sons", "Bank", "Hospital, Berlin", ""];
const TITLES = ["Engineer", "Senior Nurse", "Operations", "Intern", ""];

const rowsArbitrary = fc
  .array(
    fc.record({
      company: fc.constantFrom(...COMPANIES),
      title: fc.constantFrom(...TITLES),
      dates: fc.constantFrom(...DATES),
      texts: fc.array(
        fc.constantFrom("• Built four cranes", "Led the whole of it for many years, and well.", "• since 2014"),
        { maxLength: 3 },
      ),
    }),
    { minLength: 1, maxLength: 7 },
  )
  .map((rows) =>
    rows.map(({ company, title, ...rest }, index): Row => {
      const word = `Zq${String.fromCodePoint(97 + index)}word`;
      // One of the two has the row's own word.
      const own =
        company === "" && title !== ""
          ? { company, title: `${word} ${title}` }
          : { company: `${word} ${company}`.trim(), title };
      return { word, ...rest, ...own };
    }),
  );

function said({ positions, problems }: ReadResult): string {
  const rows = positions.map(({ company, title }) => `${company} ${title}`);
  return [...rows, ...problems.map(problemText)].join("\n");
}

function lost(rows: readonly Row[], result: ReadResult): string[] {
  const all = said(result);
  return rows.filter(({ word }) => !all.includes(word)).map((row) => JSON.stringify(row));
}

const join = (parts: readonly string[], by: string): string => parts.filter((part) => part !== "").join(by);

const LAYOUTS: Readonly<Record<string, (row: Row) => string[]>> = {
  "three lines": ({ company, title, dates, texts }) => [title, company, dates, ...texts],
  "company above": ({ company, title, dates, texts }) => [company, join([title, dates], "\t"), ...texts],
  "one line": ({ company, title, dates, texts }) => [join([title, company, dates], " | "), ...texts],
  "dates first": ({ company, title, dates, texts }) => [dates, join([title, company], ", "), ...texts],
};

describe.each(Object.entries(LAYOUTS))("no row is lost in a layout with %s", (_, linesOf) => {
  it("of a text", () => {
    fc.assert(
      fc.property(rowsArbitrary, (rows) => {
        const text = [
          "Experience",
          "",
          ...rows.flatMap((row) => [...linesOf(row).filter((line) => line !== ""), ""]),
        ].join("\n");
        expect(lost(rows, readText("cv.txt", `${text}\n\nSkills\nCranes, hands and many other things`, 2026))).toEqual(
          [],
        );
      }),
      { numRuns: tries({ all: 120, some: 40 }), seed: 11 },
    );
  });

  it("of a DOCX", () => {
    fc.assert(
      fc.property(rowsArbitrary, (rows) => {
        const p = (text: string, style = "Normal"): string =>
          `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t>${text.replaceAll("&", "&amp;").replaceAll("\t", "</w:t><w:tab/><w:t>")}</w:t></w:r></w:p>`;
        const body = rows.flatMap((row) =>
          linesOf(row)
            .filter((line) => line !== "")
            .map((line) => p(line, row.texts.includes(line) ? "Normal" : "JobHead")),
        );
        const bytes = docxOf(
          `${p("Experience", "Heading1")}${body.join("")}${p("Skills", "Heading1")}${p("Cranes, hands and other things")}`,
        );
        const result = readOffice("cv.docx", bytes, { bytes: 1_000_000 }, 2026);
        expect(result && lost(rows, result)).toEqual([]);
      }),
      { numRuns: tries({ all: 200, some: 50 }), seed: 12 },
    );
  });
});

describe("no row is lost in LinkedIn's PDF", () => {
  it("whatever a job lacks", () => {
    fc.assert(
      fc.property(rowsArbitrary, (rows) => {
        const line = (text: string, size: number, more: Partial<Line> = {}): Line =>
          plainLine(text, 1, { size, style: String(size), ...more });
        const lines = [
          line("www.linkedin.com/in/nova-quill (LinkedIn)", 11, { isSide: true }),
          line("Nova Quill", 26),
          line("Experience", 15.75),
          ...rows.flatMap(({ company, title, dates, texts }) => [
            ...(company === "" ? [] : [line(company, 12)]),
            ...(title === "" ? [] : [line(title, 11.5)]),
            ...(dates === "" ? [] : [line(dates, 10.5)]),
            ...texts.map((text) => line(text, 10.5)),
          ]),
          line("Education", 15.75),
          line("Harbour College", 12),
          line("BSc · (2010 - 2014)", 10.5),
        ];
        expect(lost(rows, readDocumentLines("Profile.pdf", lines, 2026))).toEqual([]);
      }),
      { numRuns: tries({ all: 200, some: 50 }), seed: 13 },
    );
  });
});
