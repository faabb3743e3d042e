import { LIMITS, NO_DETAILS, type Education, type Person, type Position } from "#features/import/rules.ts";
import { linkedinHandle } from "#features/profile/rules.ts";
import { countryOf } from "#features/import/pure/country.ts";
import { missingNames } from "#features/import/pure/missing-names.ts";
import { cleanCell } from "#features/import/pure/read-csv.ts";
import type { Reader } from "#features/import/pure/read-span.ts";
import { datesInLine } from "./dates-in-line.ts";
import { isDuration } from "./durations.ts";
import { sectionOf, type Section } from "./headings.ts";
import type { Line } from "./line.ts";
import { isPlace } from "./places.ts";
import { quoted } from "./quoted.ts";
import { jobDates, schoolDates } from "./spans.ts";

/**
 * Reads the PDF that LinkedIn makes of a profile. Font sizes show what a line is: 15.75 points for headings, 12 for
 * companies and schools, 11.5 for titles, 10.5 for the rest.
 */

type LinkedinRead = { positions: Position[]; education: Education[]; profile: Person | undefined };

const HEADING = { from: 14.5, to: 18 } as const;
const NAME_FROM = 20;
/** Points by which a size may be off. */
const OFF = 0.3;
/** Lines that a name, a company or a title takes at most. */
const MOST_LINES = 4;

type Part = { section: Section | undefined; lines: Line[] };

const isSize = (line: Line, size: number): boolean => Math.abs(line.size - size) <= OFF;

/** True for a document in LinkedIn's own layout. */
export function isLinkedin(lines: readonly Line[]): boolean {
  const main = lines.filter(({ isSide }) => !isSide);
  const headings = main.filter(({ size }) => size >= HEADING.from && size <= HEADING.to);
  const hasAddress = lines.some(({ isSide, text }) => isSide && /linkedin/i.test(text));
  const hasName = main.some(({ size }) => size >= NAME_FROM);
  const hasSizes = main.some((line) => isSize(line, 12)) && main.some((line) => isSize(line, 10.5));
  return hasAddress && hasName && hasSizes && headings.length > 0;
}

/** Font sizes show what an unknown section is: only jobs have titles at 11.5. */
function sectionBy({ lines }: Part): Section | undefined {
  if (lines.some((line) => isSize(line, 11.5))) return "job";
  const hasNames = lines.some((line) => isSize(line, 12));
  return hasNames && lines.some((line) => isSize(line, 10.5)) ? "school" : undefined;
}

function partsOf(main: readonly Line[]): { top: Line[]; parts: Part[] } {
  const top: Line[] = [];
  const parts: Part[] = [];
  for (const line of main) {
    const part = parts.at(-1);
    if (line.size >= HEADING.from && line.size <= HEADING.to) parts.push({ section: sectionOf(line.text), lines: [] });
    else if (part) part.lines.push(line);
    else top.push(line);
  }
  return { top, parts: parts.map((part) => ({ ...part, section: part.section ?? sectionBy(part) })) };
}

type Job = { company: string; titles: Line[]; texts: Line[] };

/** Joins names that go over several lines. A new name begins after another kind of line. */
function jobsIn(lines: readonly Line[]): Job[] {
  const jobs: Job[] = [];
  let company: string[] = [];
  let job: Job | undefined;
  let last: "company" | "title" | "text" | undefined;
  const name = (): string => company.join(" ");
  for (const line of lines) {
    const is = isSize(line, 12) ? "company" : isSize(line, 11.5) ? "title" : "text";
    if (is === "company") {
      const isNext = last === "company" && company.length < MOST_LINES;
      company = isNext ? [...company, line.text] : [line.text];
      if (!isNext) job = undefined;
    } else if (is === "title") {
      if (last === "title" && job && job.titles.length < MOST_LINES) job.titles.push(line);
      else {
        job = { company: name(), titles: [line], texts: [] };
        jobs.push(job);
      }
    } else if (job) job.texts.push(line);
    else if (!isDuration(line.text)) {
      // A company without a title, unless the line is only the total duration of its titles.
      job = { company: name(), titles: [], texts: [line] };
      jobs.push(job);
    }
    last = is;
  }
  return jobs;
}

/** Reports companies without any title, which would otherwise be lost. */
function withoutJobs(lines: readonly Line[], jobs: readonly Job[]): Line[] {
  const said = jobs.map(({ company }) => company);
  return lines.filter((line) => isSize(line, 12) && !said.some((company) => company.includes(line.text)));
}

function toPosition(reader: Reader, { company, titles, texts }: Job): Position {
  const title = titles.map(({ text }) => text).join(" ");
  const [first, ...others] = texts;
  const place = quoted(company || title);
  const dates = first && datesInLine(first.text, reader.hints);
  const isDates = dates !== undefined && dates.before === "";
  const rest = isDates ? others : texts;
  const [maybePlace] = rest;
  const location = maybePlace && isPlace(maybePlace.text) ? maybePlace.text : "";
  const body = location === "" ? rest : rest.slice(1);
  const at = titles[0]?.at ?? first?.at ?? 0;
  for (const text of missingNames(place, company, title)) reader.problems.add(reader.file, 0, text);
  return {
    from: { file: reader.file, line: at },
    company: cleanCell(company),
    companyId: "",
    title: cleanCell(title),
    location: cleanCell(location),
    description: cleanCell(body.map(({ text }) => text).join(" "), LIMITS.longCell),
    ...jobDates(reader, place, isDates ? dates : undefined),
    kind: undefined,
    rating: 0,
  };
}

function schoolsIn(reader: Reader, lines: readonly Line[]): Education[] {
  const schools: { names: string[]; texts: string[]; at: number }[] = [];
  let isName = false;
  for (const line of lines) {
    const is = isSize(line, 12);
    const one = schools.at(-1);
    if (is && isName && one && one.names.length < MOST_LINES) one.names.push(line.text);
    else if (is) schools.push({ names: [line.text], texts: [], at: line.at });
    else if (one) one.texts.push(line.text);
    else
      reader.problems.add(reader.file, line.at, `${quoted(line.text)} does not look like a school, so we left it out.`);
    isName = is;
  }
  return schools.map(({ names, texts, at }) => {
    const school = cleanCell(names.join(" "));
    const text = texts.join(" ");
    const dates = datesInLine(text, reader.hints);
    return {
      ...NO_DETAILS,
      from: { file: reader.file, line: at },
      school,
      ...schoolDates(reader, quoted(school), dates),
      degree: cleanCell((dates?.before ?? text).replace(/[\s·(,]{1,4}$/u, "")),
    };
  });
}

/** The address may be cut into lines anywhere. */
function handleIn(lines: readonly Line[]): string {
  const side = lines.filter(({ isSide }) => isSide);
  const at = side.findIndex(({ text }) => /linkedin\.com\/in\//i.test(text));
  if (at === -1) return "";
  let address = "";
  for (const { text } of side.slice(at, at + MOST_LINES)) {
    address += (text.split("(LinkedIn)")[0] ?? "").replaceAll(/\s/gu, "");
    if (text.includes("(LinkedIn)")) break;
  }
  return linkedinHandle(address.replace(/^.{0,40}(?=linkedin\.com)/iu, "https://www.")) ?? "";
}

function personIn(top: readonly Line[], lines: readonly Line[]): Person | undefined {
  const name = top.filter(({ size }) => size >= NAME_FROM).map(({ text }) => text);
  // Pronouns ("She/Her") and badges come after the name.
  const [bare = ""] = cleanCell(name.join(" "))
    .replace(/\([^)]{0,40}\)/gu, " ")
    .split(",");
  const words = bare.split(" ").filter((word) => word !== "");
  const lastName = words.length > 1 ? (words.pop() ?? "") : "";
  const linkedin = handleIn(lines);
  const place = top.filter(({ size }) => size < NAME_FROM).at(-1)?.text ?? "";
  if (words.length === 0 && linkedin === "") return undefined;
  return { firstName: words.join(" "), lastName, ...countryOf(place), ...(linkedin === "" ? {} : { linkedin }) };
}

export function readLinkedin(reader: Reader, lines: readonly Line[]): LinkedinRead {
  const { top, parts } = partsOf(lines.filter(({ isSide }) => !isSide));
  const jobs = parts
    .filter(({ section }) => section === "job")
    .flatMap(({ lines: some }) => {
      const found = jobsIn(some);
      for (const line of withoutJobs(some, found)) {
        reader.problems.add(reader.file, line.at, `${quoted(line.text)} has neither title nor dates. Type it in.`);
      }
      return found;
    });
  return {
    positions: jobs.slice(0, LIMITS.rows).map((job) => toPosition(reader, job)),
    education: parts
      .filter(({ section }) => section === "school")
      .flatMap(({ lines: some }) => schoolsIn(reader, some)),
    profile: personIn(top, lines),
  };
}
