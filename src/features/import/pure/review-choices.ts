import { isInRange } from "#core/calendar.ts";
import { keyOf } from "#core/text.ts";
import { MAX_TITLE } from "#features/pipeline/check.ts";
import type { RoleKind } from "#core/role-kind.ts";
import { inferKind } from "#features/title/kind.ts";
import type { KnownDate, Position } from "#features/import/rules.ts";
import { resolveName, type Candidate, type Resolution } from "./match-names.ts";
import { defaultTicks, type ReviewField, type ReviewRow, type Ticked } from "./compare.ts";
import { isOurs, toRow, type CompanyChoice, type ImportRow } from "./import-rows.ts";

/** The person's choices in a review: companies, missing values, ticks. */

/** Values filled in for one row; dates as in their fields. */
export type Fill = Partial<{
  /** For a row whose file names no company. */
  company: CompanyChoice;
  title: string;
  kind: RoleKind;
  startDate: string;
  endDate: string;
  isCurrent: boolean;
}>;

export type ReviewChoices = {
  /** By `keyOf` of the written name; a choice without an id is a new company. */
  companies: ReadonlyMap<string, CompanyChoice>;
  /** By index in the file. */
  fills: ReadonlyMap<number, Fill>;
  /** By id of the row or of a field (`tickOf`): differs from the default. */
  ticks: ReadonlyMap<string, boolean>;
};

export const NO_CHOICES: ReviewChoices = { companies: new Map(), fills: new Map(), ticks: new Map() };

export function choiceOf({ id, displayName, logo }: Candidate): CompanyChoice {
  return { companyId: id, companyName: displayName, logo: logo ?? "" };
}

export function resolveAll(names: readonly string[], candidates: readonly Candidate[]): Map<string, Resolution> {
  return new Map(names.map((name) => [keyOf(name), resolveName(name, candidates)]));
}

export function newCompany(name: string): CompanyChoice {
  return { companyId: "", companyName: name, logo: "" };
}

/** The chosen company, else the match, else a new one. */
export function chosenCompany({ name, chosen }: Resolution, picked?: CompanyChoice): CompanyChoice {
  return picked ?? (chosen ? choiceOf(chosen) : newCompany(name));
}

/**
 * The match of a job's company. In our own file, the id counts if the company still has the name that the file has.
 * Otherwise only the exact name counts, never a similar company.
 */
export function resolutionOf(position: Position, resolutions: ReadonlyMap<string, Resolution>): Resolution | undefined {
  const key = keyOf(position.company);
  const found = resolutions.get(key);
  if (!found || !isOurs(position)) return found;
  const listed = found.matches.map(({ candidate }) => candidate);
  const own =
    listed.find(
      ({ id, name, displayName }) => id === position.companyId && [name, displayName].map(keyOf).includes(key),
    ) ?? listed.find(({ name }) => keyOf(name) === key);
  return { ...found, name: position.company, is: own ? "exact" : "new", chosen: own, isSure: true };
}

/** Companies chosen in the last import, by `keyOf` of the written name. */
export function rememberedCompanies(last: readonly ImportRow[]): Map<string, CompanyChoice> {
  return new Map(
    last.flatMap(({ said, isPicked, companyId, companyName, logo }) =>
      said === undefined || !isPicked ? [] : [[keyOf(said), { companyId, companyName, logo }] as const],
    ),
  );
}

/** A filled-in date; undefined if incomplete. The first of a month means the month. */
function filledDate(text: string | undefined): KnownDate | undefined {
  if (text === undefined || !isInRange(text)) return undefined;
  return { date: text, precision: text.endsWith("-01") ? "month" : "day" };
}

function filled(row: ImportRow, fill: Fill | undefined): ImportRow {
  if (!fill) return row;
  const isOpen = row.title === "" || row.title.length > MAX_TITLE;
  const title = isOpen && fill.title !== undefined ? fill.title.trim() : row.title;
  const isCurrent = fill.isCurrent ?? row.isCurrent;
  // The kind that follows from the title anyway is not kept.
  const chosen = fill.kind === inferKind(title) ? undefined : fill.kind;
  const kind = fill.kind === undefined ? row.kind : chosen;
  return {
    ...row,
    ...fill.company,
    title,
    kind,
    isCurrent,
    start: filledDate(fill.startDate) ?? row.start,
    end: isCurrent ? undefined : (filledDate(fill.endDate) ?? row.end),
  };
}

/** The file's rows with the person's choices. */
export function chosenRows(
  positions: readonly Position[],
  resolutions: ReadonlyMap<string, Resolution>,
  picks: ReviewChoices,
): ImportRow[] {
  return positions.map((position, index) => {
    const resolution = resolutionOf(position, resolutions);
    const picked = picks.companies.get(keyOf(position.company));
    const row = toRow(position, resolution ? chosenCompany(resolution, picked) : picked);
    return filled(picked ? { ...row, isPicked: true } : row, picks.fills.get(index));
  });
}

/** Key of a tick at one field. */
export function tickOf(row: string, field: ReviewField): string {
  return `${row}:${field}`;
}

export function wholeTicks({ id, differences }: ReviewRow, isTicked: boolean): [string, boolean][] {
  const names = differences.length === 0 ? [id] : differences.map(({ field }) => tickOf(id, field));
  return names.map((name) => [name, isTicked]);
}

/** The ticked rows, with the ticked fields of changed ones. */
export function tickedRows(rows: readonly ReviewRow[], { ticks }: Pick<ReviewChoices, "ticks">): Ticked {
  const ticked = new Map<string, ReadonlySet<ReviewField>>();
  const first = defaultTicks(rows);
  for (const { id, canTick, differences } of rows) {
    if (!canTick) continue;
    const byDefault = first.get(id);
    const fields = new Set(
      differences.map(({ field }) => field).filter((field) => ticks.get(tickOf(id, field)) ?? byDefault?.has(field)),
    );
    const isOn = differences.length > 0 ? fields.size > 0 : (ticks.get(id) ?? byDefault !== undefined);
    if (isOn) ticked.set(id, fields);
  }
  return ticked;
}

/** Index in the file; undefined for other rows. */
export function placeInFile(row: ReviewRow): number | undefined {
  const place = /^file-(\d+)$/.exec(row.id)?.[1];
  return place === undefined ? undefined : Number(place);
}
