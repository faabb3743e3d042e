import { amountText } from "#core/number-text.ts";
import type { RoleKind } from "#core/role-kind.ts";
import { inferKind } from "#features/title/kind.ts";
import { LIMITS, NO_DETAILS, type Education, type Position } from "#features/import/rules.ts";
import { isSchool } from "./document/schools.ts";
import { type Found, type Passed } from "./find-sections.ts";
import { missingNames } from "./missing-names.ts";
import { cleanCell } from "./read-csv.ts";
import { dateWords } from "./read-date.ts";
import { entryOf, isBlank, longText, pick, pickText, placeText, textOfValue, type Entry } from "./read-fields.ts";
import { readSchoolSentence, readSentence } from "./read-sentence.ts";
import { readSpan, spanTexts, type Reader, type SpanTexts } from "./read-span.ts";
import {
  AREA,
  COMPANY,
  COMPANY_BESIDE,
  DEGREE,
  DESCRIPTION,
  END,
  KIND,
  LOCATION,
  NESTED,
  PERIOD,
  SCHOOL,
  START,
  TITLE,
} from "./section-names.ts";

/** Jobs and schools of a tree of any shape: JSON, YAML, XML. */

/** A job as its file writes it. A job with several titles becomes several jobs. */
type Job = { company: string; title: string; entry: Entry; outer: Entry | undefined; isVolunteer: boolean };

/** Data that our own file adds to a job. */
export type Extra = { isCurrent: boolean; known: Partial<Position> };
export type Placed<Own extends Extra = Extra> = { position: Position; index: number; extra: Own | undefined };

function companyIn(entry: Entry): string {
  const company = pickText(entry, COMPANY) || (pickText(entry, TITLE) === "" ? "" : pickText(entry, ["name"]));
  return company || pickText(entry, COMPANY_BESIDE) || pickText(entry, ["name"]);
}

/** "Engineer at Quarry Lane", where nothing else names the company. */
function splitTitle(job: Job): Job {
  const at = job.company === "" ? job.title.search(/ @ ?| at /u) : -1;
  if (at < 1) return job;
  return {
    ...job,
    title: job.title.slice(0, at).trim(),
    company: job.title
      .slice(at)
      .replace(/^ (?:@|at) ?/u, "")
      .trim(),
  };
}

/** The kind of job that a field names, if the title says nothing: "Internship", "Contract". */
function saidKind({ title, entry, outer, isVolunteer }: Job): RoleKind | undefined {
  if (isVolunteer) return "other";
  const said = pickText(entry, KIND) || (outer ? pickText(outer, KIND) : "");
  const kind = said.length > 40 ? "full-time" : inferKind(said);
  return kind === "full-time" || inferKind(title) !== "full-time" ? undefined : kind;
}

function titleIn(entry: Entry): string {
  const title = pickText(entry, TITLE);
  if (title !== "" || pickText(entry, COMPANY) === "") return title;
  // If the company has a field of its own, "name" is the job's.
  const name = pickText(entry, ["name"]);
  return name === pickText(entry, COMPANY) ? "" : name;
}

/** XML has a list within an element of its own: `<positions><position/><position/></positions>`. */
function unwrapped(value: object): unknown[] {
  const inner: unknown[] = Object.values(value).filter((one) => !isBlank(one));
  const [only] = inner;
  if (inner.length !== 1 || typeof only !== "object" || only === null) return [value];
  if (Array.isArray(only)) return only;
  return pick(entryOf(only), [...TITLE, ...START]) === undefined ? [value] : [only];
}

/** The titles within one entry, each as an object; [] if it has none. */
function nestedIn(entry: Entry): unknown[] {
  for (const key of NESTED) {
    const value = entry.get(key);
    if (typeof value !== "object" || value === null) continue;
    const some = (Array.isArray(value) ? value : unwrapped(value)).filter((one) => !isBlank(one));
    if (some.length > 0) return some;
  }
  return [];
}

function jobsIn(value: unknown, isVolunteer: boolean, outer?: { company: string; entry: Entry }): Job[] {
  const entry = entryOf(value);
  const company = companyIn(entry);
  const nested = outer ? [] : nestedIn(entry);
  if (nested.length > 0) {
    const own = company || titleIn(entry);
    return nested.flatMap((one) =>
      typeof one === "string"
        ? [{ company: own, title: cleanCell(one), entry, outer: undefined, isVolunteer }]
        : jobsIn(one, isVolunteer, { company: own, entry }),
    );
  }
  if (!outer) return [{ company, title: titleIn(entry), entry, outer: undefined, isVolunteer }];
  const named = pickText(entry, COMPANY);
  const title = pickText(entry, TITLE) || pickText(entry, ["name"]);
  return [{ company: named || outer.company, title, entry, outer: outer.entry, isVolunteer }];
}

function isDated({ start, end, isCurrent }: SpanTexts): boolean {
  return (start ?? "") !== "" || (end ?? "") !== "" || isCurrent;
}

/** The job's own dates, otherwise those of the entry around it. */
function textsOf({ entry, outer }: Job, isAlone: boolean, reader: Reader): SpanTexts {
  const own = spanTexts(entry, false, reader.hints);
  return isDated(own) || !outer || !isAlone ? own : spanTexts(outer, false, reader.hints);
}

/** Texts that look like dates, for the language of their months. */
function datesInTree(sections: readonly Found[]): string[] {
  const keys = [...START, ...END, ...PERIOD];
  return sections.flatMap(({ items }) =>
    items.slice(0, LIMITS.rows).flatMap((item) => {
      const entry = entryOf(item);
      const inner = nestedIn(entry).map(entryOf);
      return [entry, ...inner].flatMap((one) =>
        keys.map((key) => textOfValue(one.get(key))).filter((text) => text !== ""),
      );
    }),
  );
}

/** A sentence about something that is not an entry; undefined if it is one. */
function notAnEntry(item: unknown): string | undefined {
  if (isBlank(item)) return "is empty";
  if (typeof item === "object") return undefined;
  return `is only the text “${cleanCell(String(item), LIMITS.date)}”, so we left it out. Type it in`;
}

export function positionsIn<Own extends Extra>(
  reader: Reader,
  sections: readonly Found[],
  extraOf: (company: string, title: string, start: string) => Own | undefined,
): Placed<Own>[] {
  const items = sections.flatMap(({ section, items: all }) =>
    section === "school" ? [] : all.map((item) => ({ item, isVolunteer: section === "volunteer" })),
  );
  if (items.length > LIMITS.rows) {
    reader.problems.add(reader.file, 0, `The file has more than ${LIMITS.rows} jobs. We read the first ones.`);
  }
  return items.slice(0, LIMITS.rows).flatMap(({ item, isVolunteer }, index): Placed<Own>[] => {
    const sentence = typeof item === "string" ? readSentence(reader, item, isVolunteer) : undefined;
    if (sentence) return [{ position: sentence, index, extra: undefined }];
    const wrong = notAnEntry(item);
    if (wrong !== undefined) {
      reader.problems.add(reader.file, 0, `Job ${index + 1} ${wrong}.`);
      return [];
    }
    const jobs = jobsIn(item, isVolunteer).map(splitTitle);
    return jobs.flatMap((job) => {
      const { company, title, entry, outer } = job;
      const place = company === "" ? `Job ${index + 1}` : `Job ${index + 1} (${company})`;
      if (company === "" && title === "") {
        reader.problems.add(reader.file, 0, `${place} has neither company nor title, so we left it out.`);
        return [];
      }
      const texts = textsOf(job, jobs.length === 1, reader);
      const extra = extraOf(company, title, texts.start ?? "");
      for (const text of missingNames(place, company, title)) reader.problems.add(reader.file, 0, text);
      // An entry with a single date has an open end. An entry with an empty "endDate" is current.
      const span = readSpan(reader, place, texts, texts.end !== undefined && !texts.isOver);
      const position: Position = {
        from: { file: reader.file, line: 0 },
        company,
        companyId: "",
        title,
        location: placeText(pick(entry, LOCATION) ?? (outer && pick(outer, LOCATION))),
        description: longText(pick(entry, DESCRIPTION)),
        ...span,
        // Our own file says so. In other files, a job without an end is current.
        isCurrent: span.isCurrent && (extra?.isCurrent ?? true),
        kind: saidKind(job),
        rating: 0,
        ...extra?.known,
      };
      return [{ position, index, extra }];
    });
  });
}

/** "BSc, Physics". If the school has no own name, its title is not part of this. */
function degreeIn(entry: Entry, school: string): string {
  const parts = [pickText(entry, DEGREE), pickText(entry, AREA)];
  return [...new Set(parts.filter((part) => part !== "" && part !== school))].join(", ");
}

export function educationIn(reader: Reader, sections: readonly Found[]): Education[] {
  const items = sections.flatMap(({ section, items: all }) => (section === "school" ? all : []));
  if (items.length > LIMITS.rows) {
    reader.problems.add(reader.file, 0, `The file has more than ${LIMITS.rows} schools. We read the first ones.`);
  }
  return items.slice(0, LIMITS.rows).flatMap((item, index): Education[] => {
    const sentence = typeof item === "string" ? readSchoolSentence(reader, item) : undefined;
    if (sentence) return [sentence];
    const entry = entryOf(item);
    const school =
      pickText(entry, SCHOOL) ||
      [pickText(entry, ["title"]), pickText(entry, ["subtitle"])].find(isSchool) ||
      pickText(entry, [...COMPANY, "place", "where"]);
    if (school === "") {
      reader.problems.add(reader.file, 0, `School ${index + 1} has no name, so we left it out.`);
      return [];
    }
    const texts = spanTexts(entry, true, reader.hints);
    const { start, end } = readSpan(reader, `School ${index + 1} (${school})`, texts, true);
    const degree = degreeIn(entry, school);
    return [{ ...NO_DETAILS, from: { file: reader.file, line: 0 }, school, start, end, degree }];
  });
}

/** Removes jobs that two lists of one file contain. A job that is twice in one list stays twice. */
export function withoutEchoes(sections: readonly Found[]): Found[] {
  const seen = new Set<string>();
  return sections.map((found) => {
    const texts = found.items.map((item) => `${found.section}${JSON.stringify(item)}`);
    const items = found.items.filter((_, at) => !seen.has(texts[at] ?? ""));
    for (const text of texts) seen.add(text);
    return { ...found, items };
  });
}

/** “work › data”, or "the list" for the file's own. */
function placeOf(path: string): string {
  if (path === "") return "the list";
  return `“${path
    .split(".")
    .filter((part) => part !== "")
    .join(" › ")}”`;
}

/** "We did not read “talks” (2), which seems to hold no jobs." */
export function notRead(passed: readonly Passed[]): string {
  if (passed.length === 0) return "";
  const places = passed.map(({ path, count }) => `${placeOf(path)} (${count})`);
  return `We did not read ${places.slice(0, 5).join(", ")}: no jobs or schools, as far as we can tell.`;
}

/** "2 jobs in “work”, 1 school in “education”." */
export function understood(sections: readonly Found[]): string {
  const words = { job: "job", volunteer: "volunteer job", school: "school" };
  const parts = sections
    .filter(({ items }) => items.length > 0)
    .map(({ section, path, items }) => `${amountText(items.length, words[section])} in ${placeOf(path)}`);
  return parts.length === 0 ? "" : `We read ${parts.join(", ")}.`;
}

export function hintsFor(sections: readonly Found[], thisYear: number | undefined): Reader["hints"] {
  return { words: dateWords(datesInTree(sections)), thisYear };
}
