import { foldText, keyOf } from "#core/text.ts";
import { atPrecision } from "#features/pipeline/check.ts";
import type { RoleForm } from "#features/pipeline/draft.ts";
import { MAX_COMPANY_NAME, MAX_TITLE } from "#features/pipeline/rules.ts";
import { inferKind } from "#features/title/rules.ts";
import type { Education, KnownDate, Position, Source } from "#features/transfer/rules.ts";
import { coarser } from "./dates.ts";
import { tableNamed } from "./wanted.ts";

/**
 * Jobs of a file as roles of a pipeline. What the file does not tell stays
 * open, to be filled in by the person before anything is saved.
 */

/** The company that a written name was found to mean; without an id it is a new one. */
export type CompanyChoice = { companyId: string; companyName: string; logo: string };

/** One role of a file with its company found; plain data, so that it can be kept as "the last import". */
export type ImportRow = CompanyChoice &
  Pick<Position, "title" | "start" | "end" | "isCurrent" | "kind" | "rating" | "undisclosed"> & {
    from: Source;
    /** The company as the file writes it. */
    said?: string;
    /** The company is the person's own choice. */
    isPicked?: true;
    /** Of a remembered one: what kind of file told of it. */
    source?: string;
    /** Of a remembered one: it stood in the line. */
    wasIn?: true;
  };

/** True for what a file of our own tells, which means its companies to the letter. */
export function isOurs(told: Pick<Position, "undisclosed">): boolean {
  return told.undisclosed !== undefined;
}

/** The kind of file that told of it; only a file of the same kind can tell that it is gone. '' = not known. */
export function sourceOf(row: ImportRow): string {
  if (row.source !== undefined) return row.source;
  if (isOurs(row)) return "ours";
  if (row.from.file === "") return "";
  if (/\.json$/i.test(row.from.file)) return "resume";
  return tableNamed(row.from.file) === undefined ? "table" : "export";
}

/** How somebody without an employer names it. */
const ON_THEIR_OWN = new Set(
  (
    "freelance,freelancer,freelancing,self-employed,self employed,selfemployed,independent,independent contractor," +
    "selbststandig,freiberuflich,freiberufler,independant,auto-entrepreneur,autonomo,por cuenta propia,independiente," +
    "libero professionista,zzp,zzp'er,zelfstandig,wolny strzelec,frilans,osvc,serbest calisan,фриланс,フリーランス,自由职业"
  )
    .split(",")
    .map(foldText),
);

function kindOf({ kind, title, company }: Position): ImportRow["kind"] {
  if (kind !== undefined) return kind === inferKind(title) ? undefined : kind;
  return ON_THEIR_OWN.has(foldText(company)) && inferKind(title) === "full-time" ? "contract" : undefined;
}

/** The names to be found, each once, in the order of the file. */
export function companyNames(positions: readonly Position[]): string[] {
  return [...new Map(positions.toReversed().map(({ company }) => [keyOf(company), company])).values()].toReversed();
}

/** The file's rows with their companies. `choices` is asked by `keyOf` of the written name. */
export function toRows(
  positions: readonly Position[],
  choices: ReadonlyMap<string, CompanyChoice> = new Map(),
): ImportRow[] {
  return positions.map((position) => toRow(position, choices.get(keyOf(position.company))));
}

/** One of them; without a choice the company is as the file has it. */
export function toRow(position: Position, choice?: CompanyChoice): ImportRow {
  const { company, companyId, title, start, end, isCurrent, rating, from, undisclosed } = position;
  const chosen = choice ?? { companyId, companyName: company, logo: "" };
  const row = { ...chosen, title, start, end, isCurrent, kind: kindOf(position), rating, from, said: company };
  return undisclosed === undefined ? row : { ...row, undisclosed };
}

export type RoleDates = Pick<RoleForm, "startDate" | "endDate" | "isCurrent" | "datePrecision">;

/** A role has one precision: the coarser of its two dates. A month that is known stays beside a year that is not surer. */
export function datesOf({ start, end, isCurrent }: Pick<ImportRow, "start" | "end" | "isCurrent">): RoleDates {
  const datePrecision = start && end ? coarser(start.precision, end.precision) : ((start ?? end)?.precision ?? "month");
  const isInOrder = !start || !end || start.date <= end.date;
  const dateOf = (known: KnownDate | undefined): string => {
    if (!known) return "";
    return datePrecision === "year" && isInOrder ? known.date : atPrecision(known.date, datePrecision);
  };
  return { startDate: dateOf(start), endDate: isCurrent ? "" : dateOf(end), isCurrent, datePrecision };
}

/** The form of a row. */
export function toRole(row: ImportRow, tempId2: number): RoleForm {
  return { tempId2, title: row.title, kind: row.kind, rating: row.rating, ...datesOf(row) };
}

/** What a person still has to fill in, or should. */
export type Need = "title" | "start" | "end" | "months" | "short-title" | "short-company";

/** What keeps a row from being saved, and months. Without a company that is not judged. */
export function needsOf(role: Pick<RoleForm, "title"> & RoleDates, companyName = ""): Need[] {
  const needs: Need[] = [];
  if (Math.max(companyName.length, keyOf(companyName).length) > MAX_COMPANY_NAME) needs.push("short-company");
  if (role.title.trim().length > MAX_TITLE) needs.push("short-title");
  if (role.title.trim() === "") needs.push("title");
  if (role.startDate === "") needs.push("start");
  if (!role.isCurrent && role.endDate === "") needs.push("end");
  if (role.datePrecision === "year") needs.push("months");
  return needs;
}

/** "Ready", "Needs months", "Needs a title and an end date". */
export function needsText(needs: readonly Need[]): string {
  if (needs.length === 0) return "Ready";
  const words: Readonly<Record<Need, string>> = {
    title: "a title",
    start: "a start date",
    end: "an end date",
    months: "months",
    "short-title": "a shorter title",
    "short-company": "a shorter company name",
  };
  const all = needs.map((need) => words[need]);
  const last = all.pop() ?? "";
  return `Needs ${all.length === 0 ? last : `${all.join(", ")} and ${last}`}`;
}

/** Years after which a school that is told without an end is taken to be over. */
const STUDY_YEARS = 8;

/**
 * The school a person is asked about first: where they were last, told schools
 * of that time in the file's order. A start without an end goes on only while
 * it is new; a school of long ago was left without a word.
 */
export function latestSchool(education: readonly Education[], thisYear?: number): Education | undefined {
  const yearOf = (known: KnownDate | undefined): number => Number(known?.date.slice(0, 4) ?? 0);
  const now = thisYear ?? Math.max(0, ...education.flatMap(({ start, end }) => [yearOf(start), yearOf(end)]));
  const lastOf = ({ end, start }: Education): string => {
    if (end) return end.date;
    return start && yearOf(start) >= now - STUDY_YEARS ? "9999" : (start?.date ?? "");
  };
  return education.toSorted((a, b) => (lastOf(a) < lastOf(b) ? 1 : lastOf(a) > lastOf(b) ? -1 : 0))[0];
}
