import { formatDate, formatDay, type DatePrecision } from "#core/calendar.ts";
import { KIND_NAMES } from "#core/role-kind.ts";
import { ROLE_TEXT_NAMES } from "#core/role-texts.ts";
import { inferKind } from "#features/title/kind.ts";
import { noJobsText } from "#features/import/pure/no-jobs-text.ts";
import type { ReviewField, ReviewRow } from "#features/import/pure/compare.ts";
import { datesOf, toRole, type ImportRow, type RoleDates } from "#features/import/pure/import-rows.ts";
import type { KnownDate, ReadResult } from "#features/import/rules.ts";
import { levelName, isLevel } from "#ui/face.tsx";

function dateText(date: string, precision: DatePrecision): string {
  if (date === "") return "not known";
  return precision === "day" ? formatDay(date) : formatDate(date, precision);
}

function knownText(known: KnownDate | undefined): string {
  return known ? dateText(known.date, known.precision) : "not known";
}

export function rangeText({ startDate, endDate, isCurrent, datePrecision }: RoleDates): string {
  if (startDate === "" && endDate === "") return isCurrent ? "Dates not known" : "No dates yet";
  const start = startDate === "" ? "Start not known" : dateText(startDate, datePrecision);
  const end = isCurrent ? "Present" : endDate === "" ? "end not known" : dateText(endDate, datePrecision);
  // A job within one year may have that year only.
  return start === end ? start : `${start} – ${end}`;
}

const FIELD_WORDS: Readonly<Record<ReviewField, string>> = {
  company: "Company",
  title: "Title",
  start: "Start",
  end: "End",
  kind: "Counts as",
  rating: "Rating",
  undisclosed: "Undisclosed company",
};

export function ratingText(rating: number): string {
  const level = rating / 20;
  return isLevel(level) ? levelName(level) : "none";
}

type DifferenceText = {
  field: ReviewField;
  label: string;
  mine: string;
  /** Text of the last import; undefined if it did not have this job. */
  last: string | undefined;
  file: string;
  isConflicting: boolean;
};

function fileTexts(row: ImportRow): Record<ReviewField, string> {
  const read = toRole(row, 0);
  return {
    company: row.companyName,
    title: read.title,
    start: knownText(row.start),
    end: row.isCurrent ? "Present" : knownText(row.end),
    kind: KIND_NAMES[read.kind ?? inferKind(read.title)],
    rating: ratingText(read.rating),
    undisclosed: row.undisclosed ? "Yes" : "No",
  };
}

export function differenceTexts({ mine, last, file, differences }: ReviewRow): DifferenceText[] {
  if (!mine || !file) return [];
  const { stop, role } = mine;
  const own: Record<ReviewField, string> = {
    company: stop.companyName,
    title: role.title || "none",
    start: dateText(role.startDate, role.datePrecision),
    end: role.isCurrent ? "Present" : dateText(role.endDate, role.datePrecision),
    kind: KIND_NAMES[role.kind ?? inferKind(role.title)],
    rating: ratingText(role.rating),
    undisclosed: stop.undisclosed ? "Yes" : "No",
  };
  const texts = fileTexts(file);
  const before = last && fileTexts(last);
  return differences.map(({ field, is }) => ({
    field,
    label: FIELD_WORDS[field],
    mine: own[field],
    last: before?.[field],
    file: texts[field],
    isConflicting: is === "conflicting",
  }));
}

/** What a row shows of its job: the file's, or mine if the file has none. */
export function rowText({ file, mine }: ReviewRow): {
  title: string;
  company: string;
  logo: string;
  range: string;
  /** What is shown after the dates; '' for what neither side has. */
  details: string[];
} {
  const company = file ?? mine?.stop;
  const title = (file?.title ?? mine?.role.title ?? "").trim();
  const kind = (file ? file.kind : mine?.role.kind) ?? inferKind(title);
  const dates = file ? datesOf(file) : mine?.role;
  return {
    title: title || "No title yet",
    company: company?.companyName.trim() ?? "",
    logo: company?.logo ?? "",
    range: dates ? rangeText(dates) : "",
    details: [KIND_NAMES[kind], ...ROLE_TEXT_NAMES.map((text) => ((file ?? mine?.role)?.[text] ?? "").trim())],
  };
}

function counted(count: number, words: string): string[] {
  return count === 0 ? [] : [`${count} ${words}`];
}

/** "8 new, 1 changed, 1 differs from yours"; my rows that are not in the file are not counted. */
export function totalsText(rows: readonly ReviewRow[], found: ReadResult): string {
  const count = (status: ReviewRow["status"]): number => rows.filter((row) => row.status === status).length;
  const same = rows.filter(({ status, file }) => status === "unchanged" && file !== undefined).length;
  const parts = [
    ...counted(count("added"), "new"),
    ...counted(count("changed"), "changed"),
    ...counted(count("conflicting"), count("conflicting") === 1 ? "differs from yours" : "differ from yours"),
    ...counted(count("missing"), "no longer in the file"),
    ...counted(same, same === 1 ? "is in your line already" : "are in your line already"),
  ];
  return parts.length === 0 ? noJobsText(found) : `${parts.join(", ")}.`;
}
