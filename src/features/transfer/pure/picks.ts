import { isInRange } from "#core/calendar.ts";
import { keyOf } from "#core/text.ts";
import { MAX_TITLE } from "#features/pipeline/rules.ts";
import type { RoleKind } from "#features/pipeline/schema.ts";
import { inferKind } from "#features/title/rules.ts";
import type { KnownDate, Position } from "#features/transfer/rules.ts";
import { resolveName, type Candidate, type Resolution } from "./names.ts";
import { defaultTicks, type ReviewField, type ReviewRow, type Ticked } from "./review.ts";
import { isOurs, toRow, type CompanyChoice, type ImportRow } from "./stops.ts";

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
  /** By the key of the written name: the company it means, without an id a new one. */
  companies: ReadonlyMap<string, CompanyChoice>;
  /** By place in the file. */
  fills: ReadonlyMap<number, Fill>;
  /** By id of the row, or of one of its fields (see `tickOf`): ticked, or not, against what it is at first. */
  ticks: ReadonlyMap<string, boolean>;
};

export const NO_PICKS: Picks = { companies: new Map(), fills: new Map(), ticks: new Map() };

export function choiceOf({ id, displayName, logo }: Candidate): CompanyChoice {
  return { companyId: id, companyName: displayName, logo: logo ?? "" };
}

/** What each written name means, by its key. */
export function resolveAll(names: readonly string[], candidates: readonly Candidate[]): Map<string, Resolution> {
  return new Map(names.map((name) => [keyOf(name), resolveName(name, candidates)]));
}

/** A company of that name that is not listed yet. */
export function newCompany(name: string): CompanyChoice {
  return { companyId: "", companyName: name, logo: "" };
}

/** The company a name goes to: the one picked, else the one found, else a new one. */
export function chosenCompany({ name, chosen }: Resolution, picked?: CompanyChoice): CompanyChoice {
  return picked ?? (chosen ? choiceOf(chosen) : newCompany(name));
}

/**
 * What the company of a job means. One of our own file is never taken for one
 * that is named alike: it is the one of its id, where that still has its name,
 * or else the one that the server finds under the very name.
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

/** What was picked the last time, by the key of the written name; where it is what would be chosen anyway, nothing. */
export function rememberedPicks(last: readonly ImportRow[]): Map<string, CompanyChoice> {
  return new Map(
    last.flatMap(({ said, isPicked, companyId, companyName, logo }) =>
      said === undefined || !isPicked ? [] : [[keyOf(said), { companyId, companyName, logo }] as const],
    ),
  );
}

/** A date as its field holds it; undefined for what is none. The first of a month stands for the month. */
function filledDate(text: string | undefined): KnownDate | undefined {
  if (text === undefined || !isInRange(text)) return undefined;
  return { date: text, precision: text.endsWith("-01") ? "month" : "day" };
}

function filled(row: ImportRow, fill: Fill | undefined): ImportRow {
  if (!fill) return row;
  const isOpen = row.title === "" || row.title.length > MAX_TITLE;
  const title = isOpen && fill.title !== undefined ? fill.title.trim() : row.title;
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
  return positions.map((position, index) => {
    const resolution = resolutionOf(position, resolutions);
    const picked = picks.companies.get(keyOf(position.company));
    const row = toRow(position, resolution ? chosenCompany(resolution, picked) : picked);
    return filled(picked ? { ...row, isPicked: true } : row, picks.fills.get(index));
  });
}

/** What a tick at one field of a row is kept under. */
export function tickOf(row: string, field: ReviewField): string {
  return `${row}:${field}`;
}

/** The ticks of a row that is ticked, or not, as a whole. */
export function wholeTicks({ id, differences }: ReviewRow, isTicked: boolean): [string, boolean][] {
  const names = differences.length === 0 ? [id] : differences.map(({ field }) => tickOf(id, field));
  return names.map((name) => [name, isTicked]);
}

/** The rows that are ticked by now, and of those that change something of mine the fields. */
export function tickedRows(rows: readonly ReviewRow[], { ticks }: Pick<Picks, "ticks">): Ticked {
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

/** Place in the file of a row that the file holds. */
export function placeInFile(row: ReviewRow): number | undefined {
  const place = /^file-(\d+)$/.exec(row.id)?.[1];
  return place === undefined ? undefined : Number(place);
}
