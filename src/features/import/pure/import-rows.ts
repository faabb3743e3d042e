import { keyOf } from "#core/text.ts";
import { atPrecision } from "#core/calendar.ts";
import { listInWords } from "#core/list-in-words.ts";
import { mapTexts, ROLE_TEXTS, type RoleTexts } from "#core/role-texts.ts";
import type { RoleDraft } from "#features/pipeline/draft.ts";
import { MAX_COMPANY_NAME, MAX_TITLE } from "#features/pipeline/check.ts";
import { isBreak, isOwnAccount } from "#features/pipeline/pure/no-company.ts";
import { inferKind } from "#features/title/kind.ts";
import type { Education, KnownDate, Position, Source } from "#features/import/rules.ts";
import { coarser } from "./read-date.ts";
import { tableNamed } from "./file-names.ts";

/** Jobs of a file as roles of a pipeline. Missing values stay empty, for the person to fill in. */

/** The company for a written name; without an id it is a new one. */
export type CompanyChoice = { companyId: string; companyName: string; logo: string };

/** One role of a file with its company, as plain data that can be stored. */
export type ImportRow = CompanyChoice &
  Partial<RoleTexts> &
  Pick<Position, "title" | "start" | "end" | "isCurrent" | "kind" | "rating" | "undisclosed" | "doubt"> & {
    from: Source;
    /** The company as the file writes it. */
    said?: string;
    /** The person chose the company. */
    isPicked?: true;
    /** Kind of the source file; only in remembered rows. */
    source?: string;
    /** The row was in the pipeline; only in remembered rows. */
    wasIn?: true;
  };

/** True for our own files, which name their companies exactly. */
export function isOurs(position: Pick<Position, "undisclosed">): boolean {
  return position.undisclosed !== undefined;
}

/** The kind of the source file. Only a file of the same kind can show that a job was removed. '' = unknown. */
export function sourceOf(row: ImportRow): string {
  if (row.source !== undefined) return row.source;
  if (isOurs(row)) return "ours";
  if (row.from.file === "") return "";
  if (/\.(?:json|ya?ml|xml)$/i.test(row.from.file)) return "resume";
  const table = tableNamed(row.from.file);
  // People choose an archive's tables one by one, so the table of jobs says nothing about the volunteering.
  if (table === undefined) return "table";
  return table === "volunteering" ? table : "export";
}

function kindOf({ kind, title, company }: Position): ImportRow["kind"] {
  if (kind !== undefined) return kind === inferKind(title) ? undefined : kind;
  return isOwnAccount(company) && inferKind(title) === "full-time" ? "contract" : undefined;
}

/** A time without a job, which is offered and left out unless somebody ticks it: "Career break", "Parental leave". */
export function isGap(row: Pick<ImportRow, "title" | "companyName">): boolean {
  return isBreak(row.companyName) || isBreak(row.title);
}

/** The company names, each once, in the file's order. */
export function companyNames(positions: readonly Position[]): string[] {
  return [...new Map(positions.toReversed().map(({ company }) => [keyOf(company), company])).values()].toReversed();
}

/** Without a choice the company is as the file has it. */
export function toRow(position: Position, choice?: CompanyChoice): ImportRow {
  const { company, companyId, title, start, end, isCurrent, rating, from, undisclosed, doubt } = position;
  const chosen = choice ?? { companyId, companyName: company, logo: "" };
  const row = {
    ...chosen,
    title,
    start,
    end,
    isCurrent,
    kind: kindOf(position),
    rating,
    ...mapTexts((text) => position[text] ?? ""),
    from,
    said: company,
    ...(doubt === undefined ? {} : { doubt }),
  };
  return undisclosed === undefined ? row : { ...row, undisclosed };
}

export type RoleDates = Pick<RoleDraft, "startDate" | "endDate" | "isCurrent" | "datePrecision">;

/** A role has one precision: the less precise of its two dates. A known month may stay beside a year. */
export function datesOf({ start, end, isCurrent }: Pick<ImportRow, "start" | "end" | "isCurrent">): RoleDates {
  const datePrecision = start && end ? coarser(start.precision, end.precision) : ((start ?? end)?.precision ?? "month");
  const isInOrder = !start || !end || start.date <= end.date;
  const dateOf = (known: KnownDate | undefined): string => {
    if (!known) return "";
    return datePrecision === "year" && isInOrder ? known.date : atPrecision(known.date, datePrecision);
  };
  return { startDate: dateOf(start), endDate: isCurrent ? "" : dateOf(end), isCurrent, datePrecision };
}

export function toRole(row: ImportRow, tempId2: number): RoleDraft {
  const { title, kind, rating } = row;
  const texts = mapTexts((text) => (row[text] ?? "").slice(0, ROLE_TEXTS[text].most));
  return { tempId2, title, kind, rating, ...texts, ...datesOf(row) };
}

/** What a person must fill in, or should ("months"). */
export type Need = "company" | "title" | "start" | "end" | "still" | "months" | "short-title" | "short-company";

/** What prevents saving the row, and missing months. Without a company its name is not checked. */
export function needsOf(role: Pick<RoleDraft, "title"> & RoleDates, companyName = ""): Need[] {
  const needs: Need[] = [];
  if (Math.max(companyName.length, keyOf(companyName).length) > MAX_COMPANY_NAME) needs.push("short-company");
  if (role.title.trim().length > MAX_TITLE) needs.push("short-title");
  if (role.title.trim() === "") needs.push("title");
  if (role.startDate === "") needs.push("start");
  if (!role.isCurrent && role.endDate === "") needs.push(role.startDate === "" ? "still" : "end");
  if (role.datePrecision === "year") needs.push("months");
  return needs;
}

/** "Ready", "Needs months", "Needs a title and an end date". */
export function needsText(needs: readonly Need[]): string {
  if (needs.length === 0) return "Ready";
  // Without any date it is unknown whether the job has ended.
  if (needs.includes("still")) {
    const rest = needs.filter((need) => need !== "still");
    return rest.length === 0 ? "Still there?" : `${needsText(rest)}. Still there?`;
  }
  const words: Readonly<Record<Exclude<Need, "still">, string>> = {
    company: "a company",
    title: "a title",
    start: "a start date",
    end: "an end date",
    months: "months",
    "short-title": "a shorter title",
    "short-company": "a shorter company name",
  };
  const all = needs.flatMap((need) => (need === "still" ? [] : [words[need]]));
  return `Needs ${listInWords(all)}`;
}

/** Years after which a school without an end counts as over. */
const STUDY_YEARS = 8;

/**
 * The school that is offered first: the latest, in the file's order if equal. A start without an end counts as current
 * only for some years.
 */
export function latestSchool(education: readonly Education[], thisYear?: number): Education | undefined {
  const yearOf = (known: KnownDate | undefined): number => Number(known?.date.slice(0, 4) ?? 0);
  const now = thisYear ?? Math.max(0, ...education.flatMap(({ start, end }) => [yearOf(start), yearOf(end)]));
  const lastOf = ({ end, start }: Education): string => {
    if (end) return end.date;
    return start && yearOf(start) >= now - STUDY_YEARS ? "9999" : (start?.date ?? "");
  };
  let latest: Education | undefined;
  for (const one of education) if (!latest || lastOf(one) > lastOf(latest)) latest = one;
  return latest;
}
