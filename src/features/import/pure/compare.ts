import { keyOf } from "#core/text.ts";
import type { RoleDraft, StopDraft } from "#features/pipeline/draft.ts";
import type { RoleKind } from "#core/role-kind.ts";
import { inferKind } from "#features/title/kind.ts";
import { coarser } from "./read-date.ts";
import {
  comparedRole,
  comparedRow,
  isOneChoice,
  isOneCompany,
  isSameDate,
  pairUp,
  type Compared,
} from "./match-roles.ts";
import { isGap, datesOf, isOurs, needsOf, sourceOf, type ImportRow, type Need, type RoleDates } from "./import-rows.ts";

/** Compares the pipeline ("mine"), the last import and the file. Removals are never ticked by default. */

type MineRole = { stop: StopDraft; role: RoleDraft };

export type ReviewField = "company" | "title" | "start" | "end" | "kind" | "rating" | "undisclosed";

type FieldDifference = {
  field: ReviewField;
  /** "changed": only the file changed, or it has more than the pipeline. "conflicting": both changed. */
  is: "changed" | "conflicting";
};

export type ReviewRow = {
  /** Unique within one review. */
  id: string;
  status: "added" | "changed" | "conflicting" | "unchanged" | "missing";
  /** Ticked at first. */
  isTicked: boolean;
  canTick: boolean;
  /** An earlier file had it and the pipeline does not: its owner removed it or left it unticked. */
  wasDeclined: boolean;
  mine: MineRole | undefined;
  last: ImportRow | undefined;
  file: ImportRow | undefined;
  /** Fields whose value in the file differs from mine. */
  differences: FieldDifference[];
  /** What is missing in the file's row; [] = "Ready". */
  needs: Need[];
  /** The file has the same job twice. */
  isTwice: boolean;
  /** The pipeline is full (see `withRoom`). */
  hasNoRoom: boolean;
};

/** Ticked rows, each with the ticked fields if it changes something of mine. */
export type Ticked = ReadonlyMap<string, ReadonlySet<ReviewField>>;

const RANK = { year: 0, month: 1, day: 2 } as const;

type Side = {
  isPicked: boolean;
  /** All days are the first of a month. Many tools write months like that. */
  isFirstDays: boolean;
  undisclosed: boolean | undefined;
  dates: RoleDates;
  title: string;
  company: Compared;
  kind: RoleKind | undefined;
  rating: number;
};

function sideOfRow(row: ImportRow): Side {
  const { title, kind, rating, undisclosed, isPicked = false } = row;
  const dates = datesOf(row);
  const isFirstDays = !isOurs(row) && [dates.startDate, dates.endDate].every((date) => /^(?:.*-01)?$/.test(date));
  return { isPicked, isFirstDays, undisclosed, dates, title, company: comparedRow(row), kind, rating };
}

function sideOfMine({ stop, role }: MineRole): Side {
  const kind = role.kind ?? inferKind(role.title);
  const { title, rating } = role;
  const undisclosed = stop.undisclosed === true;
  const company = comparedRole(stop, role);
  return { isPicked: false, isFirstDays: false, undisclosed, dates: role, title, company, kind, rating };
}

function dateOf(side: Side, field: "start" | "end"): string {
  return field === "start" ? side.dates.startDate : side.dates.endDate;
}

/** True if `known` has everything that `read` has, at least as precisely. */
function addsNothing(read: Side, known: Side, field: ReviewField): boolean {
  switch (field) {
    case "company":
      // A new choice counts as a change although the file's text is the same.
      return (read.isPicked ? isOneChoice : isOneCompany)(read.company, known.company);
    case "title":
      return read.title === "" || keyOf(read.title) === keyOf(known.title);
    case "kind":
      return read.kind === undefined || read.kind === (known.kind ?? inferKind(known.title));
    case "rating":
      return read.rating === 0 || read.rating === known.rating;
    case "undisclosed":
      return read.undisclosed === undefined || read.undisclosed === known.undisclosed;
    case "end":
      if (read.dates.isCurrent || known.dates.isCurrent) {
        return read.dates.isCurrent === known.dates.isCurrent || (!read.dates.isCurrent && read.dates.endDate === "");
      }
      return dateAddsNothing(read, known, field);
    case "start":
      return dateAddsNothing(read, known, field);
  }
}

function dateAddsNothing(read: Side, known: Side, field: "start" | "end"): boolean {
  const [date, other] = [dateOf(read, field), dateOf(known, field)];
  if (date === "") return true;
  const isMonth = read.isFirstDays && known.dates.datePrecision === "month" && read.dates.datePrecision === "day";
  const precision = isMonth ? "month" : read.dates.datePrecision;
  return RANK[precision] <= RANK[known.dates.datePrecision] && isSameDate(date, other, precision);
}

/** Is this field empty in the pipeline, or less precise than in the file? */
function isRefinement(file: Side, mine: Side, field: ReviewField): boolean {
  switch (field) {
    case "title":
      return mine.title.trim() === "";
    case "rating":
      return mine.rating === 0;
    case "start":
    case "end": {
      if (field === "end" && (file.dates.isCurrent || mine.dates.isCurrent)) {
        return !mine.dates.isCurrent && mine.dates.endDate === "";
      }
      const precision = coarser(mine.dates.datePrecision, file.dates.datePrecision);
      return dateOf(mine, field) === "" || isSameDate(dateOf(mine, field), dateOf(file, field), precision);
    }
    default:
      return false;
  }
}

const FIELDS: readonly ReviewField[] = ["company", "title", "start", "end", "kind", "rating", "undisclosed"];

function differencesOf(mine: Side, last: Side | undefined, file: Side): FieldDifference[] {
  return FIELDS.flatMap((field): FieldDifference[] => {
    if (addsNothing(file, mine, field)) return [];
    // Unchanged in the file since the last import: the difference is my own edit.
    if (last && addsNothing(file, last, field)) return [];
    // A change that shows more is never ticked by default.
    if (field === "undisclosed") return [{ field, is: file.undisclosed ? "changed" : "conflicting" }];
    const isMineUntouched = last && addsNothing(mine, last, field) && addsNothing(last, mine, field);
    return [{ field, is: isMineUntouched || isRefinement(file, mine, field) ? "changed" : "conflicting" }];
  });
}

function rolesOf(stops: readonly StopDraft[]): MineRole[] {
  return stops.flatMap((stop) =>
    stop.roles
      .filter((role) => stop.companyName.trim() !== "" || role.title.trim() !== "" || role.startDate !== "")
      .map((role) => ({ stop, role })),
  );
}

/** Matches each row of the file with mine and with the last import. */
function pairsOf(mine: readonly Compared[], last: readonly Compared[], file: readonly Compared[]) {
  const fileToLast = pairUp(file, last, { renamed: "alike" });
  // Identical roles match first.
  const fileToMine = pairUp(file, mine, { renamed: "never", least: 10 });
  const takenMine = new Set(fileToMine.values());
  const takenLast = new Set([...fileToMine.keys()].flatMap((index) => fileToLast.get(index) ?? []));
  const lastToMine = pairUp(last, mine, { renamed: "freely", taken: { left: takenLast, right: takenMine } });
  for (const [index, lastIndex] of fileToLast) {
    const found = lastToMine.get(lastIndex);
    if (found === undefined || fileToMine.has(index)) continue;
    fileToMine.set(index, found);
    takenMine.add(found);
  }
  const rest = pairUp(file, mine, {
    renamed: "alike",
    taken: {
      left: new Set([...fileToMine.keys(), ...fileToLast.keys()]),
      right: new Set([...takenMine, ...lastToMine.values()]),
    },
  });
  for (const [index, found] of rest) fileToMine.set(index, found);
  return { fileToLast, fileToMine, lastToMine };
}

/** Every role once: the file's in its order, then the others. `last` is undefined before any import. */
export function compareWithFile(
  stops: readonly StopDraft[],
  last: readonly ImportRow[] | undefined,
  file: readonly ImportRow[],
): ReviewRow[] {
  const mine = rolesOf(stops);
  const before = last ?? [];
  const { fileToLast, fileToMine, lastToMine } = pairsOf(
    mine.map(({ stop, role }) => comparedRole(stop, role)),
    before.map(comparedRow),
    file.map(comparedRow),
  );
  const seen = new Set<string>();
  const rows = file.map((row, index) => {
    const own = mine[fileToMine.get(index) ?? -1];
    const imported = before[fileToLast.get(index) ?? -1];
    const key = keyOfRow(row);
    const isTwice = !own && !isOurs(row) && seen.has(key);
    seen.add(key);
    const found = rowOf(`file-${index}`, own, imported, row);
    return isTwice ? { ...found, isTwice, isTicked: false } : found;
  });
  const sources = new Set(file.map(sourceOf));
  const seenMine = new Set(fileToMine.values());
  const seenLast = new Set(fileToLast.values());
  const lastOfMine = new Map([...lastToMine].map(([lastIndex, index]) => [index, lastIndex]));
  for (const [index, own] of mine.entries()) {
    if (seenMine.has(index)) continue;
    const lastIndex = lastOfMine.get(index);
    const known = before[lastIndex ?? -1];
    // A file of another kind, or without jobs, does not show that a job was removed.
    const isMissing =
      lastIndex !== undefined && !seenLast.has(lastIndex) && known !== undefined && sources.has(sourceOf(known));
    rows.push({
      ...rowOf(`mine-${index}`, own, isMissing ? known : undefined, undefined),
      status: isMissing ? "missing" : "unchanged",
      canTick: isMissing,
    });
  }
  return rows;
}

function keyOfRow({ from: _from, ...row }: ImportRow): string {
  return JSON.stringify(row);
}

function rowOf(
  id: string,
  mine: MineRole | undefined,
  last: ImportRow | undefined,
  file: ImportRow | undefined,
): ReviewRow {
  const lacks: Need[] = file && file.companyName.trim() === "" ? ["company"] : [];
  const all = file ? [...lacks, ...needsOf({ title: file.title, ...datesOf(file) }, file.companyName)] : [];
  // A year in our own file is meant as a year. If the pipeline has months, they stay.
  const hasMonths = file !== undefined && (isOurs(file) || (mine && mine.role.datePrecision !== "year"));
  const needs = hasMonths ? all.filter((need) => need !== "months") : all;
  const common = { id, mine, last, file, needs, wasDeclined: false, isTwice: false, hasNoRoom: false };
  if (!file) return { ...common, status: "unchanged", isTicked: false, canTick: false, differences: [] };
  if (!mine) {
    const wasDeclined = last !== undefined;
    const isSure = file.doubt === undefined && lacks.length === 0 && !isGap(file);
    return {
      ...common,
      status: "added",
      isTicked: !wasDeclined && isSure,
      canTick: true,
      wasDeclined,
      differences: [],
    };
  }
  const differences = differencesOf(sideOfMine(mine), last && sideOfRow(last), sideOfRow(file));
  const isConflicting = differences.some(({ is }) => is === "conflicting");
  if (differences.length === 0) return { ...common, status: "unchanged", isTicked: false, canTick: false, differences };
  return {
    ...common,
    status: isConflicting ? "conflicting" : "changed",
    // If both sides changed the row, tick only what changed in the file alone.
    isTicked: differences.some(({ is }) => is === "changed"),
    canTick: true,
    differences,
  };
}

export function defaultTicks(rows: readonly ReviewRow[]): Ticked {
  return new Map(
    rows
      .filter(({ isTicked }) => isTicked)
      .map(({ id, differences }) => [
        id,
        new Set(differences.filter(({ is }) => is === "changed").map(({ field }) => field)),
      ]),
  );
}

/** Whole rows: those named, or all that can be ticked. */
export function wholeRows(rows: readonly ReviewRow[], ids?: readonly string[]): Ticked {
  return new Map(
    rows
      .filter(({ id, canTick }) => canTick && (ids?.includes(id) ?? true))
      .map(({ id, differences }) => [id, new Set(differences.map(({ field }) => field))]),
  );
}
