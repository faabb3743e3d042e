import { isInRange } from "#core/calendar.ts";
import { keyOf } from "#core/text.ts";
import type { RoleKind } from "#features/pipeline/schema.ts";
import { inferKind } from "#features/title/rules.ts";
import type { KnownDate, Position } from "#features/transfer/rules.ts";
import { resolveName, type Candidate, type Resolution } from "./names.ts";
import type { ReviewRow } from "./review.ts";
import { toRows, type CompanyChoice, type ImportRow } from "./stops.ts";

/** What a person says of a file's rows before they are taken: which company, what is missing, which are ticked. */

/** What was filled in at one row; dates as their fields hold them. */
export type Fill = Partial<{
  title: string;
  kind: RoleKind;
  startDate: string;
  endDate: string;
  isCurrent: boolean;
}>;

export type Picks = {
  /** By the key of the written name: the id of the company it means, '' for a new one of that name. */
  companies: ReadonlyMap<string, string>;
  /** By place in the file. */
  fills: ReadonlyMap<number, Fill>;
  /** By id of the row: ticked, or not, against what it is at first. */
  ticks: ReadonlyMap<string, boolean>;
};

export const NO_PICKS: Picks = { companies: new Map(), fills: new Map(), ticks: new Map() };

function choiceOf({ id, displayName, logo }: Candidate): CompanyChoice {
  return { companyId: id, companyName: displayName, logo: logo ?? "" };
}

/** What each written name means, by its key. */
export function resolveAll(names: readonly string[], candidates: readonly Candidate[]): Map<string, Resolution> {
  return new Map(names.map((name) => [keyOf(name), resolveName(name, candidates)]));
}

/** The company a name goes to: the one picked, else the one found, else a new one. */
export function chosenCompany(resolution: Resolution, picked: string | undefined): CompanyChoice {
  const match = resolution.matches.find(({ candidate }) => candidate.id === picked)?.candidate;
  const chosen = picked === undefined ? resolution.chosen : match;
  return chosen ? choiceOf(chosen) : { companyId: "", companyName: resolution.name, logo: "" };
}

/** A date as its field holds it; undefined for what is none. The first of a month stands for the month. */
function filledDate(text: string | undefined): KnownDate | undefined {
  if (text === undefined || !isInRange(text)) return undefined;
  return { date: text, precision: text.endsWith("-01") ? "month" : "day" };
}

function filled(row: ImportRow, fill: Fill | undefined): ImportRow {
  if (!fill) return row;
  const title = row.title === "" ? (fill.title ?? "").trim() : row.title;
  const isCurrent = fill.isCurrent ?? row.isCurrent;
  const kind = fill.kind === undefined ? row.kind : fill.kind === inferKind(title) ? undefined : fill.kind;
  return {
    ...row,
    title,
    kind,
    isCurrent,
    start: filledDate(fill.startDate) ?? row.start,
    end: isCurrent ? undefined : (filledDate(fill.endDate) ?? row.end),
  };
}

/** The file's rows as the person has them by now. */
export function pickedRows(
  positions: readonly Position[],
  resolutions: ReadonlyMap<string, Resolution>,
  picks: Picks,
): ImportRow[] {
  const choices = new Map(
    [...resolutions].map(([key, resolution]) => [key, chosenCompany(resolution, picks.companies.get(key))]),
  );
  return toRows(positions, choices).map((row, index) => filled(row, picks.fills.get(index)));
}

/** The rows that are ticked by now. */
export function tickedRows(rows: readonly ReviewRow[], { ticks }: Picks): Set<string> {
  return new Set(
    rows.filter(({ id, canTick, isTicked }) => canTick && (ticks.get(id) ?? isTicked)).map(({ id }) => id),
  );
}

/** Place in the file of a row that the file holds. */
export function placeInFile(row: ReviewRow): number | undefined {
  const place = /^file-(\d+)$/.exec(row.id)?.[1];
  return place === undefined ? undefined : Number(place);
}
