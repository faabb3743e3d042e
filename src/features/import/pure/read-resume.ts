import { isPublicId } from "#core/ids.ts";
import { keyOf } from "#core/text.ts";
import { linkedinHandle } from "#features/profile/rules.ts";
import type { Visibility } from "#features/profile/schema.ts";
import {
  LIMITS,
  Problems,
  type OwnExtras,
  type Person,
  type Position,
  type ReadResult,
} from "#features/import/rules.ts";
import { baseName, kindOfFile, LETTERS_MAY_BE_WRONG, textOf } from "./file-content.ts";
import { countryOf, countryOfCode } from "./country.ts";
import { findSections } from "./find-sections.ts";
import { cleanCell } from "./read-csv.ts";
import { findJsonError } from "./json-error.ts";
import { fields, isKind, list, ratingOf, textIn, type Fields } from "./json.ts";
import type { Reader } from "./read-span.ts";
import { educationIn, hintsFor, positionsIn, understood, withoutEchoes, type Extra, type Placed } from "./read-tree.ts";
import { parseTolerantly, plainJson } from "./tolerant-json.ts";

/** Reads a résumé in JSON of any shape. One of ours has the person's settings too; the review asks about them. */

export type ResumeResult = ReadResult & { own: OwnExtras | undefined };

type Extras = Extra & { stop: number; role: number };

const clean = (value: unknown): string => cleanCell(textIn(value));

/** The line of the JSON error; for a text that ends too early its last line with content. */
function lineOfJsonError(text: string): number {
  return text
    .trimEnd()
    .slice(0, findJsonError(plainJson(text)))
    .split("\n").length;
}

function parse(file: string, bytes: Uint8Array, problems: Problems): { value: unknown } | undefined {
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
  const parsed = parseTolerantly(text);
  if (!parsed) {
    problems.add(file, lineOfJsonError(text), "The file is no valid JSON from here on.");
    return undefined;
  }
  if (isGuess) problems.add(file, 0, LETTERS_MAY_BE_WRONG);
  const { value } = parsed;
  if (list(value).length > 0 || Object.keys(fields(value)).length > 0) return parsed;
  problems.add(file, 0, "The file holds no résumé.");
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

/** In the file's order, or in that of the stops of our own. */
function inOrder(read: readonly Placed<Extras>[]): Position[] {
  const last = Number.MAX_SAFE_INTEGER;
  const order = ({ extra, index }: (typeof read)[number]): [number, number] => [
    extra?.stop ?? last,
    extra?.role ?? index,
  ];
  return read
    .toSorted((a, b) => {
      const [[stop, role], [otherStop, otherRole]] = [order(a), order(b)];
      return stop - otherStop || role - otherRole;
    })
    .map(({ position }) => position);
}

/** By code in any case, by a name in the code's field, or by the last part of the city, as we write it ourselves. */
function countryIn(location: unknown): Pick<Person, "countryCode" | "countryName"> {
  const { countryCode, city } = fields(location);
  const written = clean(countryCode);
  const byCode = countryOfCode(written);
  if (byCode.countryCode !== "") return byCode;
  return countryOf(written === "" ? clean(city) : written);
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

/** Where files name the person. */
function basicsIn(value: unknown): Fields {
  const root = fields(value);
  for (const key of [
    "basics",
    "cv",
    "personal",
    "personalInfo",
    "personal_info",
    "profile",
    "contact",
    "header",
    "person",
  ]) {
    const basics = fields(root[key]);
    if (clean(basics["name"]) !== "" || linkedinIn(basics) !== "") return basics;
  }
  const inner = root["data"] ?? root["resume"];
  if (inner !== undefined && inner !== value && Object.keys(fields(inner)).length > 0) return basicsIn(inner);
  return root["work"] === undefined && root["experience"] === undefined ? {} : { name: root["name"] };
}

function personIn(value: unknown, own: OwnExtras | undefined): Person | undefined {
  const basics = basicsIn(value);
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

/** What a tree of any shape says. Never throws. */
export function readResumeTree(file: string, value: unknown, problems: Problems, thisYear?: number): ResumeResult {
  const root = fields(value);
  const sections = withoutEchoes(findSections(value));
  const reader: Reader = { file, problems, hints: hintsFor(sections, thisYear) };
  const ours = fields(fields(root["meta"])["pipelines"]);
  const own = ownIn(ours);
  const extras = extrasOf(ours);
  const positions = inOrder(
    positionsIn(reader, sections, (company, title, start) => extras.get(keyOfWork(company, title, start))?.shift()),
  );
  const education = educationIn(reader, sections).map((one) =>
    own && one.school === own.schoolName ? { ...one, schoolId: own.schoolId } : one,
  );
  const hasNothing = positions.length === 0 && education.length === 0 && !own;
  if (hasNothing && problems.list.length === 0) problems.add(file, 0, "The file holds neither jobs nor schools.");
  else if (positions.length === 0 && !own) problems.add(file, 0, "There are no jobs in it.");
  const said = understood(sections);
  return {
    positions,
    education,
    profile: personIn(value, own),
    problems: problems.all(),
    own,
    ...(said === "" || own ? {} : { understood: [said] }),
  };
}

/** Jobs, schools and the person of a résumé, and a sentence for each problem. Never throws. */
export function readResume(name: string, bytes: Uint8Array, thisYear?: number): ResumeResult {
  const file = baseName(name);
  const problems = new Problems();
  const parsed = parse(file, bytes, problems);
  if (parsed) return readResumeTree(file, parsed.value, problems, thisYear);
  return { positions: [], education: [], profile: undefined, problems: problems.all(), own: undefined };
}
