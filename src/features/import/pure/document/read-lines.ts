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
  const styles = new Set(known.map(({ style }) => style).filter((style) => style !== ""));
  for (const style of styles) {
    const [all, own] = [lines, known].map((some) => some.filter((line) => line.style === style).length);
    if ((own ?? 0) < 2 || (all ?? 0) > (own ?? 0) * 2) styles.delete(style);
  }
  return styles;
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
      const isUnknown =
        known === undefined &&
        part.section !== "top" &&
        (line.isHeading || styles.has(line.style)) &&
        !line.isBullet &&
        line.text.length < LONGEST_HEADING &&
        !/\d/.test(line.text) &&
        titleScore(line.text) === 0;
      if (known === undefined && !isUnknown) part.lines.push(line);
      else {
        part = { section: known ?? "unknown", lines: [] };
        parts.push(part);
      }
    }
  }
  return parts;
}

function placeOf({ company, title }: Named, at: number): string {
  const name = company || title;
  return name === "" ? `Line ${at}` : quoted(name);
}

function toPosition(reader: Reader, named: Named, entry: Entry, isVolunteer: boolean, at: number): Position {
  const place = placeOf(named, at);
  const doubt = named.doubt ?? (entry.dates ? undefined : UNDATED);
  return {
    from: { file: reader.file, line: at },
    company: cleanCell(named.company),
    companyId: "",
    title: cleanCell(named.title),
    location: cleanCell(entry.location || named.location),
    description: cleanCell(entry.body.map(({ text }) => text).join(" "), LIMITS.longCell),
    ...jobDates(reader, place, entry.dates),
    kind: isVolunteer ? "other" : undefined,
    rating: 0,
    ...(doubt === undefined ? {} : { doubt }),
  };
}

/** Consecutive lines that form an entry without dates. */
function looseEntries(loose: readonly Line[], all: readonly Line[]): Line[][] {
  const order = new Map(all.map((line, at) => [line, at]));
  const runs: Line[][] = [];
  for (const line of loose) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && run.length < 3 && !line.isApart && order.get(line) === (order.get(last) ?? 0) + 1)
      run.push(line);
    else runs.push([line]);
  }
  return runs;
}

/** Reports text beside title and company that is neither, so that no part of a row is dropped silently. */
function reportDropped(reader: Reader, { dropped, company, title }: Named, at: number): void {
  for (const text of dropped) {
    reader.problems.add(reader.file, at, `${quoted(text)} beside “${company || title}” was left out.`);
  }
}

function jobsIn(reader: Reader, { section, lines }: Part): Position[] {
  const { entries, loose } = groupEntries(lines, reader.hints);
  const names = entries.filter(({ isGroup }) => !isGroup).map(({ chunks }) => chunks);
  const order = orderOf(names);
  const isVolunteer = section === "volunteer";
  const below = entries.filter(({ isBelow }) => isBelow).length;
  const isBelowUsual = below > entries.length / 2;
  let group = "";
  /** A company above its titles. If no title follows, it is a job without a title. */
  let unused: Entry | undefined;
  const alone = (): Position[] => {
    const entry = unused;
    unused = undefined;
    return entry ? toPositions(entry, nameEntry(entry.chunks, order, "")) : [];
  };
  const positions = entries.flatMap((entry): Position[] => {
    const { chunks, isGroup, anchor } = entry;
    if (isGroup) {
      const before = alone();
      group = nameEntry(chunks, order, "").company || (chunks[0]?.text ?? "");
      unused = entry;
      return before;
    }
    const named = nameEntry(chunks, order, group);
    if (named.company === group) unused = undefined;
    const before = alone();
    // A company above the dates may be that of the titles below it too.
    const isAbove = chunks.some(
      ({ line, text }) => line < anchor && named.title !== "" && text.startsWith(named.company),
    );
    if (isAbove) group = named.company;
    else if (named.company !== group) group = "";
    const isStrange = entry.isBelow && !isBelowUsual;
    return [...before, ...toPositions(entry, isStrange ? { ...named, doubt: named.doubt ?? WHICH } : named)];
  });
  positions.push(...alone());

  function toPositions(entry: Entry, named: Named): Position[] {
    const at = lines[entry.at]?.at ?? 0;
    if (named.company === "" && named.title === "") {
      reader.problems.add(reader.file, at, `There is no company and no title beside ${entry.dates?.text ?? "it"}.`);
      return [];
    }
    for (const text of missingNames(placeOf(named, at), named.company, named.title)) {
      reader.problems.add(reader.file, 0, text);
    }
    reportDropped(reader, named, at);
    return [toPosition(reader, named, entry, isVolunteer, at)];
  }

  for (const run of looseEntries(loose, lines)) {
    const chunks = run.flatMap(({ text }, at) => chunksOf(text, at));
    const named = nameEntry(chunks, order, "");
    const at = run[0]?.at ?? 0;
    if (named.title !== "" && named.company !== "" && titleScore(named.title) > 0) {
      reportDropped(reader, named, at);
      positions.push(toPosition(reader, { ...named, doubt: UNDATED }, entryAt(0, chunks), isVolunteer, at));
    } else {
      for (const line of run)
        reader.problems.add(reader.file, line.at, `${quoted(line.text)} does not look like a job, so we left it out.`);
    }
  }
  return positions;
}

function schoolsIn(reader: Reader, { lines }: Part): Education[] {
  const { entries, loose } = groupEntries(lines, reader.hints);
  const dated = entries.flatMap((entry) => {
    if (entry.isGroup) return [];
    const at = lines[entry.at]?.at ?? 0;
    const school = schoolOf(reader, entry, at);
    if (!school) {
      const named = entry.chunks[0]?.text ?? entry.dates?.text ?? "";
      reader.problems.add(reader.file, at, `${quoted(named)} does not look like a school, so we left it out.`);
    }
    return school ? [school] : [];
  });
  const known = new Set(dated.map(({ school }) => school));
  return [...dated, ...undatedSchools(reader, loose).filter(({ school }) => !known.has(school))];
}

/** Dated lines outside every section. They may not be jobs. */
function strayJobs(reader: Reader, part: Part): Position[] {
  const { entries } = groupEntries(part.lines, reader.hints);
  const order = orderOf(entries.map(({ chunks }) => chunks));
  return entries.flatMap((entry): Position[] => {
    const named = nameEntry(entry.chunks, order, "");
    if (entry.dates?.isRange !== true || entry.isGroup || titleScore(named.title) === 0) return [];
    if (entry.chunks.some(({ text }) => isSchool(text))) return [];
    const at = part.lines[entry.at]?.at ?? 0;
    return [toPosition(reader, { ...named, doubt: ELSEWHERE }, entry, false, at)];
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
