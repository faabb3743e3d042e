import { fieldsOf, type Fields } from "#core/fields.ts";
import { isRoleKind } from "#core/role-kind.ts";
import { isPublicId } from "#core/ids.ts";
import {
  LIMITS,
  otherTexts,
  Problems,
  type OwnExtras,
  type Position,
  type ReadResult,
} from "#features/import/rules.ts";
import { baseName } from "./file-content.ts";
import { findSections } from "./find-sections.ts";
import { cleanCell } from "./read-csv.ts";
import { isVisibility, list, ratingOf, textIn } from "./json.ts";
import type { Reader } from "./read-span.ts";
import {
  educationIn,
  hintsFor,
  positionsIn,
  notRead,
  understood,
  withoutEchoes,
  type Extra,
  type Placed,
} from "./read-tree.ts";
import { parseResume } from "./parse-resume.ts";
import { plainTree } from "./plain-tree.ts";
import { personIn } from "./resume-person.ts";

/**
 * Reads a résumé of any shape, in JSON, YAML or XML. Our own résumé also contains the person's settings, which the
 * review asks about.
 */

export type ResumeResult = ReadResult & { own: OwnExtras | undefined };

type Extras = Extra & { stop: number; role: number };

const clean = (value: unknown): string => cleanCell(textIn(value));

const keyOfWork = (name: string, position: string, startDate: string): string => `${name}\n${position}\n${startDate}`;

/** Data that our own file adds to each work entry. An entry that was changed elsewhere has none. */
function extrasOf(own: Fields): Map<string, Extras[]> {
  const found = new Map<string, Extras[]>();
  for (const one of list(own["work"]).slice(0, LIMITS.rows)) {
    const extra = fieldsOf(one);
    const { stop, role, companyId, kind } = extra;
    const key = keyOfWork(clean(extra["name"]), clean(extra["position"]), textIn(extra["startDate"]));
    const known: Extras = {
      stop: typeof stop === "number" ? stop : Number.MAX_SAFE_INTEGER,
      role: typeof role === "number" ? role : 0,
      isCurrent: extra["isCurrent"] === true,
      known: {
        companyId: typeof companyId === "string" && isPublicId(companyId) ? companyId : "",
        kind: isRoleKind(kind) ? kind : undefined,
        rating: ratingOf(extra["rating"]),
        undisclosed: extra["undisclosed"] === true,
        ...otherTexts((text) => clean(extra[text])),
      },
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

function ownIn(own: Fields): OwnExtras | undefined {
  const { visibility } = own;
  if (!isVisibility(visibility)) return undefined;
  const school = fieldsOf(own["school"]);
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

/** Reads a résumé from a tree of any shape. Never throws. */
function readResumeTree(file: string, value: unknown, problems: Problems, thisYear: number | undefined): ResumeResult {
  const root = fieldsOf(value);
  // Our own file has texts as people wrote them.
  const ours = fieldsOf(fieldsOf(root["meta"])["pipelines"]);
  const isOurs = Object.keys(ours).length > 0;
  const { value: tree, chosen } = isOurs ? { value, chosen: [] } : plainTree(value);
  const { found, passed } = findSections(tree);
  const sections = withoutEchoes(found);
  const reader: Reader = { file, problems, hints: hintsFor(sections, thisYear) };
  const own = ownIn(ours);
  const extras = extrasOf(ours);
  const positions = inOrder(
    positionsIn(reader, sections, (company, title, start) => extras.get(keyOfWork(company, title, start))?.shift()),
  );
  const education = educationIn(reader, sections).map((one) =>
    own && one.school === own.schoolName ? { ...one, schoolId: own.schoolId } : one,
  );
  const hasNothing = positions.length === 0 && education.length === 0 && !own;
  if (hasNothing && problems.list.length === 0) problems.add(file, 0, "The file contains no jobs and no schools.");
  else if (positions.length === 0 && !own) problems.add(file, 0, "There are no jobs in it.");
  const language = chosen.length === 0 ? "" : `It has several languages, of which we read “${chosen.join("”, “")}”.`;
  const said = [understood(sections), notRead(passed), language].filter((one) => one !== "");
  return {
    positions,
    education,
    profile: personIn(tree, own),
    problems: problems.all(),
    own,
    ...(said.length === 0 || own ? {} : { understood: said }),
  };
}

/** Jobs, schools and the person of a résumé, and a sentence for each problem. Never throws. */
export function readResume(name: string, bytes: Uint8Array, thisYear?: number): ResumeResult {
  const file = baseName(name);
  const problems = new Problems();
  const parsed = parseResume(file, bytes, problems);
  if (parsed) return readResumeTree(file, parsed.value, problems, thisYear);
  return { positions: [], education: [], profile: undefined, problems: problems.all(), own: undefined };
}
