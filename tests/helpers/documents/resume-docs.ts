import { escapeXml } from "#core/text.ts";
import { zipOf } from "#tests/helpers/archives.ts";
import type { MadePerson } from "./people.ts";
import { COURSES, intro, SKILLS, type Style } from "./resume-texts.ts";

/** Résumés as text documents: three layouts as DOCX, two as ODT. */

type Look = { style?: string; bold?: boolean; size?: number; list?: boolean; before?: number };

function run(text: string, { bold = false, size }: Look): string {
  const format = `${bold ? "<w:b/>" : ""}${size === undefined ? "" : `<w:sz w:val="${size}"/>`}`;
  const pieces = text
    .split("\t")
    .map((piece) => `<w:t xml:space="preserve">${escapeXml(piece)}</w:t>`)
    .join("<w:tab/>");
  return `<w:r>${format === "" ? "" : `<w:rPr>${format}</w:rPr>`}${pieces}</w:r>`;
}

function p(text: string, look: Look = {}): string {
  const format = [
    look.style === undefined ? "" : `<w:pStyle w:val="${look.style}"/>`,
    look.list ? '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>' : "",
    look.before === undefined ? "" : `<w:spacing w:before="${look.before}"/>`,
  ].join("");
  // Word splits a text where somebody corrected it.
  const half = Math.floor(text.length / 2);
  const runs = text.length > 12 ? run(text.slice(0, half), look) + run(text.slice(half), look) : run(text, look);
  return `<w:p>${format === "" ? "" : `<w:pPr>${format}</w:pPr>`}${text === "" ? "" : runs}</w:p>`;
}

function table(rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]): string => row.map((cell) => `<w:tc><w:tcPr/>${cell}</w:tc>`).join("");
  return `<w:tbl><w:tblPr/>${rows.map((row) => `<w:tr>${cells(row)}</w:tr>`).join("")}</w:tbl>`;
}

export function docxOf(body: string): Uint8Array {
  const space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
  return zipOf({
    "[Content_Types].xml":
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    "word/document.xml": `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document xmlns:w="${space}"><w:body>${body}<w:sectPr/></w:body></w:document>`,
    "word/styles.xml": "<w:styles/>",
  });
}

type Layout = (person: MadePerson, style: Style) => Uint8Array;

const bare = (text: string): string => text.replace(/^• /, "");

/** Headings of the program, one line a job, lists. */
const headed: Layout = (person, { dates, headings }) =>
  docxOf(
    [
      p(`${person.first} ${person.last}`, { style: "Title" }),
      p("nova@example.test | +49 30 5550 1234"),
      p(headings.profile, { style: "Heading1" }),
      p(intro(person)),
      p(headings.job, { style: "Heading1" }),
      ...person.jobs.flatMap((job) => [
        p(`${job.title} | ${job.company} | ${dates(job)}`, { style: "Heading2" }),
        ...job.texts.map((text) => p(bare(text), { list: true })),
      ]),
      p(headings.school, { style: "Heading1" }),
      ...person.schools.map(({ school, degree, start, end }) =>
        p(`${degree} | ${school} | ${start} – ${end}`, { style: "Heading2" }),
      ),
      p(headings.courses, { style: "Heading1" }),
      ...COURSES.map((text) => p(text)),
      p(headings.skills, { style: "Heading1" }),
      ...SKILLS.map((text) => p(text)),
    ].join(""),
  );

/** A table without lines: dates at the left, the job at the right. */
const tabled: Layout = (person, { dates, headings }) =>
  docxOf(
    [
      p("Curriculum Vitae", { bold: true, size: 36 }),
      p(`${person.first} ${person.last}`, { bold: true }),
      p(""),
      p(headings.job, { bold: true, size: 26 }),
      table(
        person.jobs.map((job) => [
          p(dates(job)),
          [
            p(job.title, { bold: true }),
            p(job.company),
            ...job.texts.map((text) => p(bare(text), { list: true })),
          ].join(""),
        ]),
      ),
      p(headings.school, { bold: true, size: 26 }),
      table(
        person.schools.map(({ school, degree, start, end }) => [
          p(`${start} – ${end}`),
          p(school, { bold: true }) + p(degree),
        ]),
      ),
      p(headings.skills, { bold: true, size: 26 }),
      ...SKILLS.map((text) => p(text)),
    ].join(""),
  );

/** Tab stops: company and town, title and dates; an empty line between two jobs. */
const tabbed: Layout = (person, { dates, headings }) =>
  docxOf(
    [
      p(`${person.first} ${person.last}`, { bold: true, size: 40 }),
      p(""),
      p(headings.job.toUpperCase(), { bold: true }),
      ...person.jobs.flatMap((job) => [
        p(job.place === "" ? job.company : `${job.company}\t${job.place}`, { bold: true, before: 240 }),
        p(`${job.title}\t${dates(job)}`),
        ...job.texts.map((text) => p(`• ${bare(text)}`)),
        p(""),
      ]),
      p(headings.school.toUpperCase(), { bold: true }),
      ...person.schools.flatMap(({ school, degree, start, end }) => [
        p(`${school}\t${start} – ${end}`, { bold: true }),
        p(degree),
        p(""),
      ]),
      p(headings.skills.toUpperCase(), { bold: true }),
      ...SKILLS.map((text) => p(text)),
    ].join(""),
  );

export function odtOf(body: string, mimetype = "application/vnd.oasis.opendocument.text"): Uint8Array {
  return zipOf({
    mimetype,
    "content.xml": `<?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
  });
}

const op = (text: string, style: string): string =>
  `<text:p text:style-name="${style}">${escapeXml(text).replaceAll("\t", "<text:tab/>")}</text:p>`;
const oh = (text: string): string =>
  `<text:h text:style-name="Heading_20_1" text:outline-level="1">${escapeXml(text)}</text:h>`;
const olist = (texts: readonly string[]): string =>
  texts.length === 0
    ? ""
    : `<text:list>${texts.map((text) => `<text:list-item>${op(bare(text), "P9")}</text:list-item>`).join("")}</text:list>`;

/** Dates first, then "Engineer at Quarry Lane". */
const datesAbove: Layout = (person, { dates, headings }) =>
  odtOf(
    [
      op(`${person.first} ${person.last}`, "Title"),
      oh(headings.job),
      ...person.jobs.flatMap((job) => [
        op(dates(job), "P1"),
        op(`${job.title} @ ${job.company}`, "P2"),
        olist(job.texts),
      ]),
      oh(headings.school),
      ...person.schools.flatMap(({ school, degree, start, end }) => [
        op(`${start} – ${end}`, "P1"),
        op(`${school}, ${degree}`, "P2"),
      ]),
      oh(headings.skills),
      ...SKILLS.map((text) => op(text, "P3")),
    ].join(""),
  );

/** One sentence a job: "Engineer, Quarry Lane, Berlin (2019 – 2021)". */
const inOneLine: Layout = (person, { dates, headings }) =>
  odtOf(
    [
      op(`${person.first} ${person.last}`, "Title"),
      oh(headings.profile),
      op(intro(person), "P3"),
      oh(headings.job),
      ...person.jobs.flatMap((job) => [op(`${job.title}, ${job.company} (${dates(job)})`, "P4"), olist(job.texts)]),
      oh(headings.school),
      ...person.schools.map(({ school, degree, start, end }) => op(`${degree}, ${school} (${start} – ${end})`, "P4")),
      oh(headings.skills),
      ...SKILLS.map((text) => op(text, "P3")),
    ].join(""),
  );

export const DOCX_LAYOUTS: readonly Layout[] = [headed, tabled, tabbed];
export const ODT_LAYOUTS: readonly Layout[] = [datesAbove, inOneLine];
