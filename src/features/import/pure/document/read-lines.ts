import { LIMITS, type Education, type Position } from "#features/import/rules.ts";
import { missingNames } from "#features/import/pure/missing-names.ts";
import { cleanCell } from "#features/import/pure/read-csv.ts";
import { dateWords, type DateHints } from "#features/import/pure/read-date.ts";
import type { Reader } from "#features/import/pure/read-span.ts";
import { chunksOf } from "./chunks.ts";
import { entryAt, groupEntries, type Entry } from "./entries.ts";
import { sectionOf, type Section } from "./headings.ts";
import type { Line } from "./line.ts";
import { nameEntry, orderOf, WHICH, type Named } from "./name-fields.ts";
import { quoted } from "./quoted.ts";
import { isSchool, schoolOf, undatedSchools } from "./schools.ts";
import { jobDates } from "./spans.ts";
import { titleScore } from "./title-words.ts";

/** Reads résumés of any layout, line by line, as a draft. Uncertain rows say so and are not ticked. */

type Part = { section: Section | "top" | "unknown"; lines: Line[] };

type LinesRead = { positions: Position[]; education: Education[]; top: Line[]; isEmpty: boolean };

const UNDATED = "It has no dates.";
const ELSEWHERE = "It is not under a heading for jobs.";
/** The longest unknown heading, in characters. */
const LONGEST_HEADING = 40;

/** Styles of known headings that hardly any other line has. Another line with such a style is a heading too. */
function headingStyles(lines: readonly Line[]): ReadonlySet<string> {
  const known = lines.filter(({ text, isBullet }) => !isBullet && sectionOf(text) !== undefined);
  const styles = known
    .map(({ style }) => style)
    .filter((style) => {
      const [headings, all] = [known, lines].map((some) => some.filter((line) => line.style === style).length);
      return style !== "" && headings !== undefined && all !== undefined && headings >= 2 && all <= headings * 2;
    });
  return new Set(styles);
}

function isUnknownHeading(line: Line, styles: ReadonlySet<string>): boolean {
  return (
    (line.isHeading || styles.has(line.style)) &&
    !line.isBullet &&
    line.text.length < LONGEST_HEADING &&
    !/\d/.test(line.text) &&
    titleScore(line.text) === 0
  );
}

function partsOf(lines: readonly Line[]): Part[] {
  const styles = headingStyles(lines);
  const parts: Part[] = [];
  // The columns of a page each have their own headings.
  for (const isSide of [true, false]) {
    let part: Part = { section: "top", lines: [] };
    parts.push(part);
    for (const line of lines.filter((one) => one.isSide === isSide)) {
      const known = line.isBullet ? undefined : sectionOf(line.text);
      const section = known ?? (part.section !== "top" && isUnknownHeading(line, styles) ? "unknown" : undefined);
      if (section === undefined) part.lines.push(line);
      else parts.push((part = { section, lines: [] }));
    }
  }
  return parts;
}

function placeOf({ company, title }: Named, line: number): string {
  const name = company || title;
  return name === "" ? `Line ${line}` : quoted(name);
}

type Job = { entry: Entry; named: Named };

function toPosition(reader: Reader, { entry, named }: Job, section: Part["section"]): Position {
  const doubt = named.doubt ?? (entry.dates ? undefined : UNDATED);
  return {
    from: { file: reader.file, line: entry.line },
    company: cleanCell(named.company),
    companyId: "",
    title: cleanCell(named.title),
    location: cleanCell(entry.location || named.location),
    description: cleanCell(entry.body.map(({ text }) => text).join(" "), LIMITS.longCell),
    ...jobDates(reader, placeOf(named, entry.line), entry.dates),
    kind: section === "volunteer" ? "other" : undefined,
    rating: 0,
    ...(doubt === undefined ? {} : { doubt }),
  };
}

/** Reports text beside title and company that is neither, so that no part of a row is dropped silently. */
function reportDropped(reader: Reader, { entry, named: { dropped, company, title } }: Job): void {
  for (const text of dropped) {
    reader.problems.add(reader.file, entry.line, `${quoted(text)} beside “${company || title}” was left out.`);
  }
}

type Order = ReturnType<typeof orderOf>;

/** Gives each entry its company and title. A company above its titles is a job only if no title follows. */
function nameEntries(entries: readonly Entry[], order: Order): Job[] {
  const isBelowUsual = entries.filter(({ isBelow }) => isBelow).length > entries.length / 2;
  const jobs: Job[] = [];
  /** The company of the titles that follow; '' if there is none. */
  let group = "";
  /** The entry of that company, until a title of it follows. */
  let unused: Entry | undefined;
  const addUnused = (): void => {
    if (unused) jobs.push({ entry: unused, named: nameEntry(unused.chunks, order, "") });
    unused = undefined;
  };
  for (const entry of entries) {
    if (entry.isGroup) {
      addUnused();
      group = nameEntry(entry.chunks, order, "").company || (entry.chunks[0]?.text ?? "");
      unused = entry;
      continue;
    }
    const named = nameEntry(entry.chunks, order, group);
    if (named.company === group) unused = undefined;
    addUnused();
    // A company above the dates may be that of the titles below it too.
    const isAbove =
      named.title !== "" &&
      entry.chunks.some(({ line, text }) => line < entry.anchor && text.startsWith(named.company));
    if (isAbove) group = named.company;
    else if (named.company !== group) group = "";
    const isStrange = entry.isBelow && !isBelowUsual;
    jobs.push({ entry, named: isStrange ? { ...named, doubt: named.doubt ?? WHICH } : named });
  }
  addUnused();
  return jobs;
}

function jobsIn(reader: Reader, { section, lines }: Part): Position[] {
  const { entries, loose } = groupEntries(lines, reader.hints);
  const order = orderOf(entries.filter(({ isGroup }) => !isGroup).map(({ chunks }) => chunks));
  const dated = nameEntries(entries, order).flatMap((job) => datedJob(reader, job, section));
  return [...dated, ...loose.flatMap((run) => undatedJob(reader, run, { order, section }))];
}

function datedJob(reader: Reader, job: Job, section: Part["section"]): Position[] {
  const { entry, named } = job;
  if (named.company === "" && named.title === "") {
    const why = `There is no company and no title beside ${entry.dates?.text ?? "it"}.`;
    reader.problems.add(reader.file, entry.line, why);
    return [];
  }
  for (const text of missingNames(placeOf(named, entry.line), named.company, named.title)) {
    reader.problems.add(reader.file, 0, text);
  }
  reportDropped(reader, job);
  return [toPosition(reader, job, section)];
}

/** Consecutive lines without dates: a job only if both of its names are certain enough. */
function undatedJob(
  reader: Reader,
  run: readonly Line[],
  { order, section }: { order: Order; section: Part["section"] },
): Position[] {
  const chunks = run.flatMap(({ text }, index) => chunksOf(text, index));
  const named = nameEntry(chunks, order, "");
  if (named.company === "" || titleScore(named.title) === 0) {
    for (const { text, at } of run) {
      reader.problems.add(reader.file, at, `${quoted(text)} does not look like a job, so we left it out.`);
    }
    return [];
  }
  const job = { entry: entryAt(run[0]?.at ?? 0, chunks), named: { ...named, doubt: UNDATED } };
  reportDropped(reader, job);
  return [toPosition(reader, job, section)];
}

function schoolsIn(reader: Reader, { lines }: Part): Education[] {
  const { entries, loose } = groupEntries(lines, reader.hints);
  const dated = entries.flatMap((entry) => {
    if (entry.isGroup) return [];
    const school = schoolOf(reader, entry);
    if (school) return [school];
    const named = entry.chunks[0]?.text ?? entry.dates?.text ?? "";
    reader.problems.add(reader.file, entry.line, `${quoted(named)} does not look like a school, so we left it out.`);
    return [];
  });
  const known = new Set(dated.map(({ school }) => school));
  return [...dated, ...undatedSchools(reader, loose.flat()).filter(({ school }) => !known.has(school))];
}

/** Dated lines outside every section. They may not be jobs. */
function strayJobs(reader: Reader, { section, lines }: Part): Position[] {
  const { entries } = groupEntries(lines, reader.hints);
  const order = orderOf(entries.map(({ chunks }) => chunks));
  return entries.flatMap((entry): Position[] => {
    const named = nameEntry(entry.chunks, order, "");
    if (entry.dates?.isRange !== true || entry.isGroup || titleScore(named.title) === 0) return [];
    if (entry.chunks.some(({ text }) => isSchool(text))) return [];
    return [toPosition(reader, { entry, named: { ...named, doubt: ELSEWHERE } }, section)];
  });
}

export function hintsOf(lines: readonly Line[], thisYear: number | undefined): DateHints {
  return { words: dateWords(lines.filter(({ text }) => /\d{4}/.test(text)).map(({ text }) => text)), thisYear };
}

/** The jobs and schools in a document's lines, with messages about lines that could not be read. */
export function readLines(reader: Reader, lines: readonly Line[]): LinesRead {
  const parts = partsOf(lines);
  const jobs = parts.filter(({ section }) => section === "job" || section === "volunteer");
  const hasJobs = jobs.some(({ section }) => section === "job");
  const hasHeadings = parts.some(({ section }) => section !== "top");
  const top = parts.filter(({ section }) => section === "top").flatMap(({ lines: some }) => some);
  // Somebody may paste the jobs alone, without any heading.
  const bare: Part[] = hasHeadings ? [] : [{ section: "job", lines: top }];
  const positions = [...jobs, ...bare].flatMap((part) => jobsIn(reader, part));
  const strays = parts
    .filter(({ section }) => section === "unknown" || (section === "top" && hasHeadings && !hasJobs))
    .flatMap((part) => strayJobs(reader, part));
  const education = parts.filter(({ section }) => section === "school").flatMap((part) => schoolsIn(reader, part));
  const all = [...positions, ...strays].slice(0, LIMITS.rows);
  return { positions: all, education, top, isEmpty: all.length === 0 && education.length === 0 };
}
