import { isPublicId } from "#core/ids.ts";
import { keyOf } from "#core/text.ts";
import { linkedinHandle } from "#features/profile/rules.ts";
import type { Visibility } from "#features/profile/schema.ts";
import {
  LIMITS,
  Problems,
  type Education,
  type KnownDate,
  type OwnExtras,
  type Person,
  type Position,
  type ReadResult,
} from "#features/import/rules.ts";
import { baseName, kindOfFile, LETTERS_MAY_BE_WRONG, textOf } from "./file-content.ts";
import { countryOf, countryOfCode } from "./country.ts";
import { cleanCell } from "./read-csv.ts";
import { dateWords, readDate, type DateHints } from "./read-date.ts";
import { findJsonError } from "./json-error.ts";
import { fields, isKind, list, ratingOf, textIn, type Fields } from "./json.ts";

/** Reads a JSON Resume. One of ours has the person's settings too; the review asks about them. */

export type ResumeResult = ReadResult & { own: OwnExtras | undefined };

type Extras = { stop: number; role: number } & Pick<Position, "companyId" | "kind" | "rating"> & {
    isCurrent: boolean;
    undisclosed: boolean;
  };

const clean = (value: unknown): string => cleanCell(textIn(value));

/** The line of the JSON error; for a text that ends too early its last line with content. */
function lineOfJsonError(text: string): number {
  return text.trimEnd().slice(0, findJsonError(text)).split("\n").length;
}

function parse(file: string, bytes: Uint8Array, problems: Problems): Fields | undefined {
  if (bytes.length > LIMITS.textBytes) {
    problems.add(file, 0, `The file is larger than ${LIMITS.textBytes / 1_000_000} MB, which no résumé is.`);
    return undefined;
  }
  if (kindOfFile(bytes) === "zip" || kindOfFile(bytes) === "binary") {
    problems.add(file, 0, "This is no JSON file.");
    return undefined;
  }
  const { text: raw, isGuess } = textOf(bytes);
  const text = raw.replace(/^\uFEFF/, "");
  try {
    const value: unknown = JSON.parse(text);
    const root = fields(value);
    if (isGuess) problems.add(file, 0, LETTERS_MAY_BE_WRONG);
    if (Object.keys(root).length > 0) return root;
    problems.add(file, 0, "The file holds no résumé.");
  } catch {
    problems.add(file, lineOfJsonError(text), "The file is no valid JSON from here on.");
  }
  return undefined;
}

const keyOfWork = (name: string, position: string, startDate: string): string => `${name}\n${position}\n${startDate}`;

/** What our own file adds to each work entry. An entry that was changed elsewhere has none. */
function extrasOf(own: Fields): Map<string, Extras[]> {
  const found = new Map<string, Extras[]>();
  for (const one of list(own["work"]).slice(0, LIMITS.rows)) {
    const extra = fields(one);
    const { stop, role, companyId, kind } = extra;
    const key = keyOfWork(clean(extra["name"]), clean(extra["position"]), textIn(extra["startDate"]));
    const known: Extras = {
      stop: typeof stop === "number" ? stop : Number.MAX_SAFE_INTEGER,
      role: typeof role === "number" ? role : 0,
      companyId: typeof companyId === "string" && isPublicId(companyId) ? companyId : "",
      kind: isKind(kind) ? kind : undefined,
      rating: ratingOf(extra["rating"]),
      isCurrent: extra["isCurrent"] === true,
      undisclosed: extra["undisclosed"] === true,
    };
    found.set(key, [...(found.get(key) ?? []), known]);
  }
  return found;
}

type Reader = { file: string; problems: Problems; hints: DateHints };

/** `place` names the entry: "Job 3 (Quarry Lane)". Line numbers of JSON would not help. */
function dateIn(reader: Reader, place: string, value: unknown): { known: KnownDate | undefined; isOpen: boolean } {
  const reading = readDate(textIn(value), reader.hints);
  const why = reading.is === "wrong" ? reading.why : reading.is === "date" ? reading.notice : undefined;
  if (why !== undefined) reader.problems.add(reader.file, 0, `${place}: ${why}`);
  return {
    known: reading.is === "date" ? reading.known : undefined,
    isOpen: reading.is === "empty" || reading.is === "current",
  };
}

type Span = { start: KnownDate | undefined; end: KnownDate | undefined; isOpen: boolean };

function spanIn(reader: Reader, place: string, item: Fields): Span {
  const start = dateIn(reader, place, item["startDate"]);
  const end = dateIn(reader, place, item["endDate"]);
  if (start.known && end.known && end.known.date < atLength(start.known.date, end.known)) {
    reader.problems.add(reader.file, 0, `${place}: The end is before the start, so we left the end out.`);
    return { start: start.known, end: undefined, isOpen: false };
  }
  return { start: start.known, end: end.known, isOpen: end.isOpen };
}

/** The start at the end's precision: "2020" is not before "May 2020". */
function atLength(start: string, { precision }: KnownDate): string {
  if (precision === "day") return start;
  return precision === "month" ? `${start.slice(0, 7)}-01` : `${start.slice(0, 4)}-01-01`;
}

function positionsIn(reader: Reader, root: Fields, own: Fields): Position[] {
  const extras = extrasOf(own);
  const jobs = [
    ...list(root["work"]).map((item) => ({ item: fields(item), isVolunteer: false })),
    ...list(root["volunteer"]).map((item) => ({ item: fields(item), isVolunteer: true })),
  ];
  if (jobs.length > LIMITS.rows) {
    reader.problems.add(reader.file, 0, `The file has more than ${LIMITS.rows} jobs. We read the first ones.`);
  }
  const read = jobs.slice(0, LIMITS.rows).flatMap(({ item, isVolunteer }, index) => {
    const company = clean(item["name"] ?? item["company"] ?? item["organization"]);
    const title = clean(item["position"] ?? item["title"]);
    const place = company === "" ? `Job ${index + 1}` : `Job ${index + 1} (${company})`;
    if (company === "") {
      reader.problems.add(reader.file, 0, `${place} has no company, so we left it out.`);
      return [];
    }
    const extra = extras.get(keyOfWork(company, title, textIn(item["startDate"])))?.shift();
    if (title === "") reader.problems.add(reader.file, 0, `${place} has no title. Fill it in before you save.`);
    const { start, end, isOpen } = spanIn(reader, place, item);
    const position: Position = {
      from: { file: reader.file, line: 0 },
      company,
      companyId: extra?.companyId ?? "",
      title,
      location: clean(item["location"]),
      description: cleanCell(textIn(item["summary"] ?? item["description"]), LIMITS.longCell),
      start,
      end,
      // Our file says it; in others a job without an end is current.
      isCurrent: isOpen && (extra?.isCurrent ?? true),
      kind: extra?.kind ?? (isVolunteer ? "other" : undefined),
      rating: extra?.rating ?? 0,
      ...(extra ? { undisclosed: extra.undisclosed } : {}),
    };
    return [{ position, stop: extra?.stop ?? Number.MAX_SAFE_INTEGER, role: extra?.role ?? index }];
  });
  return read.toSorted((a, b) => a.stop - b.stop || a.role - b.role).map(({ position }) => position);
}

function educationIn(reader: Reader, root: Fields, schoolId: string, schoolName: string): Education[] {
  return list(root["education"])
    .slice(0, LIMITS.rows)
    .flatMap((one, index) => {
      const item = fields(one);
      const school = clean(item["institution"] ?? item["school"]);
      if (school === "") {
        reader.problems.add(reader.file, 0, `School ${index + 1} has no name, so we left it out.`);
        return [];
      }
      const { start, end } = spanIn(reader, `School ${index + 1} (${school})`, item);
      const degree = [item["studyType"], item["area"]].map(clean).filter((part) => part !== "");
      return [
        {
          from: { file: reader.file, line: 0 },
          school,
          schoolId: school === schoolName ? schoolId : "",
          start,
          end,
          degree: degree.join(", "),
          notes: "",
          activities: "",
        },
      ];
    });
}

/** By code in any case, by a name in the code's field, or by the last part of the city, as we write it ourselves. */
function countryIn(location: unknown): Pick<Person, "countryCode" | "countryName"> {
  const { countryCode, city } = fields(location);
  const written = clean(countryCode);
  const byCode = countryOfCode(written);
  if (byCode.countryCode !== "") return byCode;
  return countryOf(written === "" ? clean(city) : written);
}

/** All dates of jobs and schools. */
function datesIn(root: Fields): string[] {
  return [root["work"], root["volunteer"], root["education"]].flatMap((part) =>
    list(part)
      .slice(0, LIMITS.rows)
      .flatMap((item) => [fields(item)["startDate"], fields(item)["endDate"]].map(textIn)),
  );
}

/** The LinkedIn handle, by the network's name or the address; '' if there is none. */
function linkedinIn(basics: Fields): string {
  for (const one of list(basics["profiles"]).slice(0, LIMITS.rows)) {
    const { network, username, url } = fields(one);
    const isIt = keyOf(clean(network)) === "linkedin";
    if (!isIt && !/^(?:https?:\/\/)?(?:[a-z]{2,3}\.)?linkedin\.com\/in\//i.test(clean(url))) continue;
    const handle = [isIt ? clean(username) : "", clean(url)]
      .map((text) => linkedinHandle(text) ?? "")
      .find((text) => text !== "");
    if (handle !== undefined) return handle;
  }
  return "";
}

function personIn(root: Fields, own: OwnExtras | undefined): Person | undefined {
  const basics = fields(root["basics"]);
  const words = clean(basics["name"]).split(" ");
  const lastName = words.length > 1 ? (words.pop() ?? "") : "";
  const name = own ?? { firstName: words.join(" "), lastName };
  const linkedin = linkedinIn(basics);
  if (name.firstName === "" && name.lastName === "" && linkedin === "") return undefined;
  return {
    firstName: name.firstName,
    lastName: name.lastName,
    ...countryIn(basics["location"]),
    ...(linkedin === "" ? {} : { linkedin }),
  };
}

function isVisibility(value: unknown): value is Visibility {
  return value === "public" || value === "anonymous" || value === "private";
}

function ownIn(own: Fields): OwnExtras | undefined {
  const { visibility } = own;
  if (!isVisibility(visibility)) return undefined;
  const school = fields(own["school"]);
  const schoolId = textIn(school["id"]);
  return {
    firstName: clean(own["firstName"]),
    lastName: clean(own["lastName"]),
    username: clean(own["username"]),
    linkedin: clean(own["linkedin"]),
    location: clean(own["location"]),
    schoolId: isPublicId(schoolId) ? schoolId : "",
    schoolName: clean(school["name"]),
    visibility,
    showMonths: own["showMonths"] === true,
    ownTitles: own["ownTitles"] === true,
    hideSchool: own["hideSchool"] === true,
  };
}

/** Jobs, schools and the person of a résumé, and a sentence for each problem. Never throws. */
export function readResume(name: string, bytes: Uint8Array, thisYear?: number): ResumeResult {
  const file = baseName(name);
  const problems = new Problems();
  const root = parse(file, bytes, problems);
  if (!root) return { positions: [], education: [], profile: undefined, problems: problems.all(), own: undefined };
  const reader: Reader = { file, problems, hints: { words: dateWords(datesIn(root)), thisYear } };
  const extras = fields(fields(root["meta"])["pipelines"]);
  const own = ownIn(extras);
  const positions = positionsIn(reader, root, extras);
  const education = educationIn(reader, root, own?.schoolId ?? "", own?.schoolName ?? "");
  const hasNothing = positions.length === 0 && education.length === 0 && !own;
  if (hasNothing && reader.problems.list.length === 0)
    reader.problems.add(file, 0, "The file holds neither jobs nor schools.");
  return { positions, education, profile: personIn(root, own), problems: reader.problems.all(), own };
}
