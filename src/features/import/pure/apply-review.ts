import { isSameCompany, MAX_ROLES, MAX_STOPS } from "#features/pipeline/check.ts";
import { atPrecision } from "#core/calendar.ts";
import {
  firstStart,
  isEmptyStop,
  type PipelineDraft,
  type RoleDraft,
  type StopDraft,
} from "#features/pipeline/draft.ts";
import { changeStop } from "#features/pipeline/pure/change-draft.ts";
import type { Problem } from "#features/import/rules.ts";
import { coarser } from "./read-date.ts";
import { plainName } from "./match-names.ts";
import { defaultTicks, wholeRows, type ReviewField, type ReviewRow, type Ticked } from "./compare.ts";
import { datesOf, isOurs, toRole, type CompanyChoice, type ImportRow } from "./import-rows.ts";

/** Applies ticked rows to the draft. Nothing else in the draft changes. */

function isSameStop(stop: StopDraft, choice: Joining): boolean {
  // Two rows without a company are not at the same company.
  if (choice.companyId === "" && choice.companyName.trim() === "") return false;
  if (isSameCompany(stop, choice)) return true;
  // Stops that are separate in our own file stay separate.
  if (isOurs(choice)) return false;
  if (stop.companyId !== "" && choice.companyId !== "") return false;
  const plain = plainName(stop.companyName);
  return plain !== "" && plain === plainName(choice.companyName);
}

/** A company to add, and whether it is undisclosed. */
type Joining = CompanyChoice & Pick<ImportRow, "undisclosed">;

/** Inserts before the first that begins later; the others keep their order. */
function placed<One>(list: readonly One[], one: One, startOf: (of: One) => string): One[] {
  const start = startOf(one);
  const at = list.findIndex((other) => startOf(other) > start);
  return list.toSpliced(at === -1 ? list.length : at, 0, one);
}

/** Adds a role to its company's stop or to a new one; undefined if there is no room. */
function addRole(draft: PipelineDraft, choice: Joining, role: RoleDraft): PipelineDraft | undefined {
  const stop = draft.stops.find((one) => isSameStop(one, choice));
  if (stop) {
    if (stop.roles.length >= MAX_ROLES) return undefined;
    return changeStop(draft, stop.tempId2, (one) => ({
      ...one,
      // If the file's stop is undisclosed, the joined stop becomes undisclosed too.
      ...(choice.undisclosed === true ? { undisclosed: true } : {}),
      roles: placed(one.roles, role, ({ startDate }) => startDate),
    }));
  }
  if (draft.stops.length >= MAX_STOPS) return undefined;
  const { companyId, companyName, logo, undisclosed } = choice;
  const added: StopDraft = { tempId2: draft.nextId, _id: "", companyId, companyName, logo, roles: [role] };
  if (undisclosed !== undefined) added.undisclosed = undisclosed;
  return { stops: placed(draft.stops, added, firstStart), nextId: draft.nextId + 1 };
}

function addRow(draft: PipelineDraft, row: ImportRow): PipelineDraft | undefined {
  return addRole({ ...draft, nextId: draft.nextId + 1 }, row, toRole(row, draft.nextId));
}

function changedRole(role: RoleDraft, row: ImportRow, fields: ReadonlySet<ReviewField>): RoleDraft {
  const from = toRole(row, role.tempId2);
  const next: RoleDraft = { ...role };
  if (fields.has("title")) next.title = from.title;
  if (fields.has("kind")) next.kind = from.kind;
  if (fields.has("rating")) next.rating = from.rating;
  const [hasStart, hasEnd] = [fields.has("start"), fields.has("end")];
  if (!hasStart && !hasEnd) return next;
  const dates = datesOf(row);
  if (hasStart) next.startDate = dates.startDate;
  if (hasEnd) {
    next.endDate = dates.endDate;
    next.isCurrent = dates.isCurrent;
  }
  const isWhole = (hasStart || next.startDate === "") && (hasEnd || next.isCurrent || next.endDate === "");
  next.datePrecision = isWhole ? dates.datePrecision : coarser(dates.datePrecision, role.datePrecision);
  // A month beside a year may stay unless the role would end before it begins.
  const isOutOfOrder = next.endDate !== "" && next.endDate < next.startDate;
  if (next.datePrecision === "month" || isOutOfOrder) {
    next.startDate = atPrecision(next.startDate, next.datePrecision);
    next.endDate = atPrecision(next.endDate, next.datePrecision);
  }
  return next;
}

/**
 * Moves a role to the company that the file names. A stop without other roles gets that company, or is removed if
 * another stop already has it.
 */
function moveRole(draft: PipelineDraft, stop: StopDraft, role: RoleDraft, row: ImportRow): PipelineDraft | undefined {
  const rest = stop.roles.filter(({ tempId2 }) => tempId2 !== role.tempId2);
  if (rest.length === 0 && !draft.stops.some((one) => one.tempId2 !== stop.tempId2 && isSameStop(one, row))) {
    const { companyId, companyName, logo, undisclosed = stop.undisclosed ?? false } = row;
    return changeStop(draft, stop.tempId2, (one) => ({
      ...one,
      companyId,
      companyName,
      logo,
      undisclosed,
      roles: [role],
    }));
  }
  const left =
    rest.length === 0
      ? { ...draft, stops: draft.stops.filter(({ tempId2 }) => tempId2 !== stop.tempId2) }
      : changeStop(draft, stop.tempId2, (one) => ({ ...one, roles: rest }));
  return addRole(left, row, role);
}

function applyChange(
  draft: PipelineDraft,
  row: ReviewRow,
  fields: ReadonlySet<ReviewField>,
): PipelineDraft | undefined {
  const { file, mine } = row;
  const stop = draft.stops.find(({ tempId2 }) => tempId2 === mine?.stop.tempId2);
  const role = stop?.roles.find(({ tempId2 }) => tempId2 === mine?.role.tempId2);
  if (!file || !stop || !role) return draft;
  const next = changedRole(role, file, fields);
  if (fields.has("company")) {
    // Stays undisclosed unless that field is ticked too.
    const kept = stop.undisclosed === true || (isOurs(file) ? false : undefined);
    const undisclosed = fields.has("undisclosed") ? file.undisclosed : kept;
    return moveRole(draft, stop, next, undisclosed === undefined ? file : { ...file, undisclosed });
  }
  return changeStop(draft, stop.tempId2, (one) => ({
    ...one,
    ...(fields.has("undisclosed") && file.undisclosed !== undefined ? { undisclosed: file.undisclosed } : {}),
    roles: one.roles.map((other) => (other.tempId2 === next.tempId2 ? next : other)),
  }));
}

function remove(draft: PipelineDraft, row: ReviewRow): PipelineDraft {
  const stops = draft.stops.flatMap((stop) => {
    if (stop.tempId2 !== row.mine?.stop.tempId2) return [stop];
    const roles = stop.roles.filter(({ tempId2 }) => tempId2 !== row.mine?.role.tempId2);
    return roles.length === 0 ? [] : [{ ...stop, roles }];
  });
  return { ...draft, stops };
}

function isCompanyOnly({ status, differences }: ReviewRow): boolean {
  return status !== "added" && differences.some(({ field }) => field === "company");
}

/** Numbers of applied rows. */
export type Done = { added: number; changed: number; removed: number };

type Applied = {
  draft: PipelineDraft;
  done: Done;
  /** A sentence for each row without room. */
  problems: Problem[];
  /** Their ids. */
  refused: ReadonlySet<string>;
};

/** The draft with the ticked rows. If rows are added, empty unsaved stops are removed. */
export function applyReview(draft: PipelineDraft, rows: readonly ReviewRow[], ticked: Ticked): Applied {
  const chosen = rows.filter(({ id, canTick }) => canTick && ticked.has(id));
  const problems: Problem[] = [];
  const refused = new Set<string>();
  const done = { added: 0, changed: 0, removed: 0 };
  const hasNew = chosen.some(({ status }) => status === "added");
  let next = hasNew ? { ...draft, stops: draft.stops.filter((stop) => stop._id !== "" || !isEmptyStop(stop)) } : draft;
  // Removals make room; moves to another company go before additions to it.
  const order = (row: ReviewRow): number => (row.status === "missing" ? 0 : isCompanyOnly(row) ? 1 : 2);
  for (const row of chosen.toSorted((a, b) => order(a) - order(b))) {
    if (row.status === "missing") {
      next = remove(next, row);
      done.removed += 1;
      continue;
    }
    const isNew = row.status === "added";
    const changed =
      isNew && row.file ? addRow(next, row.file) : applyChange(next, row, ticked.get(row.id) ?? new Set());
    if (changed) {
      next = changed;
      done[isNew ? "added" : "changed"] += 1;
    } else if (row.file) {
      refused.add(row.id);
      problems.push({ ...row.file.from, why: noRoom(next, row.file) });
    }
  }
  return { draft: next, done, problems, refused };
}

/** Unticks rows that a full pipeline has no room for. */
export function withRoom(draft: PipelineDraft, rows: readonly ReviewRow[]): ReviewRow[] {
  const { refused } = applyReview(draft, rows, defaultTicks(rows));
  return rows.map((row) => (refused.has(row.id) ? { ...row, isTicked: false, hasNoRoom: true } : row));
}

/** Rows left out because the pipeline or a stop is full. */
export type NoRoom = { count: number; isLineFull: boolean };

/** The file's rows that do not fit: refused ones, and unticked ones that would be refused. */
export function leftOut(
  draft: PipelineDraft,
  rows: readonly ReviewRow[],
  ticked: Ticked,
  refused: ReadonlySet<string>,
): { rows: ReadonlySet<ImportRow>; isLineFull: boolean } {
  const open = rows.filter(({ id, hasNoRoom }) => hasNoRoom && !ticked.has(id));
  const still = applyReview(draft, open, wholeRows(open)).refused;
  const left = rows.flatMap(({ id, file }) => (file && (refused.has(id) || still.has(id)) ? [file] : []));
  const isOpen = left.every((row) => draft.stops.some((stop) => isSameStop(stop, row)));
  return { rows: new Set(left), isLineFull: !isOpen };
}

function noRoom(draft: PipelineDraft, row: ImportRow): string {
  return draft.stops.some((stop) => isSameStop(stop, row))
    ? `${row.companyName} has ${MAX_ROLES} roles already, which is the most. The row was left out.`
    : `Your line has ${MAX_STOPS} companies already, which is the most. The row was left out.`;
}
