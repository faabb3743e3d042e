import type { MadeJob, MadePerson } from "./people.ts";
import { PdfCanvas, type Put } from "./pdf-canvas.ts";
import { COURSES, intro, SKILLS, type Style } from "./resume-texts.ts";

/** Résumés as PDFs in five layouts. */

const [WIDTH, HEIGHT] = [595, 842];
const LEFT = 56;
const RIGHT = 539;

class Sheet {
  readonly canvas = new PdfCanvas(WIDTH, HEIGHT);
  y = 70;

  room(step: number): void {
    if (this.y + step > HEIGHT - 60) {
      this.canvas.addPage();
      this.y = 60;
    } else this.y += step;
  }

  put(text: string, step: number, at: Omit<Put, "x" | "y"> & { x?: number }): void {
    this.room(step);
    this.canvas.put(text, { x: LEFT, ...at, y: this.y });
  }

  /** Puts a text at the right edge of the current line. */
  right(text: string, at: Omit<Put, "x" | "y">): void {
    this.canvas.put(text, { ...at, x: RIGHT - this.canvas.widthOf(text, at), y: this.y });
  }

  text(text: string, at: Omit<Put, "x" | "y"> & { x?: number; width?: number }, step = at.size * 1.35): void {
    const x = at.x ?? LEFT;
    for (const line of this.canvas.wrap(text, at.width ?? RIGHT - x, at)) this.put(line, step, { ...at, x });
  }

  bullets(texts: readonly string[], x: number, size: number): void {
    for (const text of texts) {
      const bare = text.replace(/^• /, "");
      for (const [index, line] of this.canvas.wrap(bare, RIGHT - x - 12, { size }).entries()) {
        this.room(size * 1.35);
        if (index === 0) this.canvas.put("•", { x, y: this.y, size });
        this.canvas.put(line, { x: x + 12, y: this.y, size });
      }
    }
  }
}

function head(sheet: Sheet, person: MadePerson, style: Style, heading: (text: string) => void): void {
  sheet.put(`${person.first} ${person.last}`, 10, { size: 22, font: "bold" });
  sheet.put(`${person.place} | nova@example.test | +49 30 5550 1234`, 18, { size: 9 });
  heading(style.headings.profile);
  sheet.text(intro(person), { size: 10 });
}

function tail(sheet: Sheet, person: MadePerson, style: Style, heading: (text: string) => void): void {
  heading(style.headings.school);
  for (const { school, degree, start, end } of person.schools) {
    sheet.put(school, 18, { size: 10, font: "bold" });
    sheet.right(`${start} – ${end}`, { size: 10 });
    sheet.put(degree, 13, { size: 10 });
  }
  heading(style.headings.courses);
  for (const course of COURSES) sheet.put(course, 14, { size: 10 });
  heading(style.headings.skills);
  for (const skill of SKILLS) sheet.put(skill, 14, { size: 10 });
}

type Layout = (person: MadePerson, style: Style) => Promise<Uint8Array>;

const isNewAt = (jobs: readonly MadeJob[], at: number): boolean => jobs[at - 1]?.company !== jobs[at]?.company;

/** Company and dates in one line, the title below in italics. */
const companyFirst: Layout = async (person, style) => {
  const sheet = new Sheet();
  const heading = (text: string): void => sheet.put(text.toUpperCase(), 30, { size: 12, font: "bold" });
  head(sheet, person, style, heading);
  heading(style.headings.job);
  for (const job of person.jobs) {
    sheet.put(job.company, 20, { size: 11, font: "bold" });
    sheet.right(style.dates(job), { size: 10 });
    sheet.put(job.title, 14, { size: 10, font: "italic" });
    if (job.place !== "") sheet.right(job.place, { size: 9 });
    sheet.bullets(job.texts, LEFT + 6, 10);
  }
  tail(sheet, person, style, heading);
  return sheet.canvas.bytes();
};

/** Title and dates in one line, company and town below; paragraphs. */
const titleFirst: Layout = async (person, style) => {
  const sheet = new Sheet();
  const heading = (text: string): void => sheet.put(text, 28, { size: 15, color: "#1b58d0" });
  head(sheet, person, style, heading);
  heading(style.headings.job);
  for (const job of person.jobs) {
    sheet.put(job.title, 22, { size: 11, font: "bold" });
    sheet.right(style.dates(job), { size: 9, color: "#555" });
    sheet.put(job.place === "" ? job.company : `${job.company}, ${job.place.split(",")[0] ?? ""}`, 14, {
      size: 10,
      color: "#555",
    });
    for (const text of job.texts) sheet.text(`${text.replace(/^• /, "").replace(/[.:]$/u, "")}.`, { size: 10 });
  }
  tail(sheet, person, style, heading);
  return sheet.canvas.bytes();
};

/** Dates in a column of their own at the left. */
const datesLeft: Layout = async (person, style) => {
  const sheet = new Sheet();
  const heading = (text: string): void => sheet.put(text, 30, { size: 13, font: "bold" });
  head(sheet, person, style, heading);
  heading(style.headings.job);
  const x = LEFT + 130;
  for (const job of person.jobs) {
    sheet.put(style.dates(job), 20, { size: 10 });
    sheet.canvas.put(job.title, { x, y: sheet.y, size: 10, font: "bold" });
    sheet.put(job.place === "" ? job.company : `${job.company}, ${job.place.split(",")[0] ?? ""}`, 14, { size: 10, x });
    sheet.bullets(job.texts, x, 10);
  }
  heading(style.headings.school);
  for (const { school, degree, start, end } of person.schools) {
    sheet.put(`${start} – ${end}`, 18, { size: 10 });
    sheet.canvas.put(school, { x, y: sheet.y, size: 10, font: "bold" });
    sheet.put(degree, 13, { size: 10, x });
  }
  heading(style.headings.skills);
  for (const skill of SKILLS) sheet.put(skill, 14, { size: 10 });
  return sheet.canvas.bytes();
};

/** Contact and skills in a column at the left or the right, jobs beside it. */
const withSide =
  (isRight: boolean): Layout =>
  async (person, style) => {
    const sheet = new Sheet();
    const { canvas } = sheet;
    const [side, main] = isRight ? [410, LEFT] : [40, 215];
    const width = isRight ? 330 : 330;
    canvas.put(`${person.first} ${person.last}`, { x: main, y: 70, size: 24, font: "bold" });
    let y = 110;
    const aside = (text: string, step: number, at: Omit<Put, "x" | "y">): void => {
      y += step;
      canvas.put(text, { ...at, x: side, y });
    };
    aside("Contact", 14, { size: 12, font: "bold" });
    for (const text of ["nova@example.test", "+49 30 5550 1234", "Mill Lane 5"]) aside(text, 15, { size: 9 });
    aside(style.headings.skills, 28, { size: 12, font: "bold" });
    for (const text of ["PostgreSQL", "TypeScript", "Go", "English (C2)", "Deutsch (B1)"]) aside(text, 15, { size: 9 });
    aside(style.headings.courses, 28, { size: 12, font: "bold" });
    for (const text of ["First aid", "Scrum Master 2019"]) aside(text, 15, { size: 9 });
    sheet.y = 96;
    const heading = (text: string): void => sheet.put(text, 28, { size: 12, font: "bold", x: main });
    heading(style.headings.profile);
    sheet.text(intro(person), { size: 10, x: main, width });
    heading(style.headings.job);
    for (const job of person.jobs) {
      sheet.room(6);
      sheet.text(job.title, { size: 10.5, font: "bold", x: main, width });
      sheet.text(`${job.company} | ${style.dates(job)}`, { size: 10, x: main, width });
      for (const text of job.texts) sheet.text(text.replace(/^• /, "- "), { size: 9.5, x: main, width });
    }
    heading(style.headings.school);
    for (const { school, degree, start, end } of person.schools) {
      sheet.put(degree, 18, { size: 10, font: "bold", x: main });
      sheet.put(`${school} | ${start} – ${end}`, 13, { size: 10, x: main });
    }
    return canvas.bytes();
  };

/** Company once, its titles with their dates below it. */
const grouped: Layout = async (person, style) => {
  const sheet = new Sheet();
  const heading = (text: string): void => sheet.put([...text.toUpperCase()].join(" "), 32, { size: 11, font: "bold" });
  head(sheet, person, style, heading);
  heading(style.headings.job);
  for (const [at, job] of person.jobs.entries()) {
    if (isNewAt(person.jobs, at)) sheet.put(job.company, 24, { size: 12, font: "bold" });
    sheet.put(job.title, 16, { size: 10, font: "italic" });
    sheet.right(style.dates(job), { size: 10, font: "italic" });
    sheet.bullets(job.texts, LEFT + 10, 10);
  }
  tail(sheet, person, style, heading);
  return sheet.canvas.bytes();
};

export const PDF_LAYOUTS: readonly Layout[] = [
  companyFirst,
  titleFirst,
  datesLeft,
  withSide(false),
  withSide(true),
  grouped,
];
