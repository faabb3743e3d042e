import { foldText, keyOf } from "#core/text.ts";
import { monthsBetween } from "#core/calendar.ts";
import type { RoleDraft, StopDraft } from "#features/pipeline/draft.ts";
import { coarser, cutDate } from "./read-date.ts";
import { likeness, plainName } from "./match-names.ts";
import { datesOf, type ImportRow, type RoleDates } from "./import-rows.ts";

/** Finds the same roles in two lists, although one may have been edited. */

export type Compared = RoleDates & {
  companyId: string;
  companyKey: string;
  plainCompany: string;
  /** The company as a file wrote it; '' if it was typed in the editor. */
  saidKey: string;
  titleKey: string;
};

type Company = Pick<StopDraft, "companyId" | "companyName">;

function compared({ companyId, companyName }: Company, title: string, dates: RoleDates, said: string): Compared {
  return {
    ...dates,
    companyId,
    companyKey: keyOf(companyName),
    plainCompany: plainName(companyName),
    saidKey: keyOf(said),
    titleKey: foldText(title),
  };
}

export function comparedRow(row: ImportRow): Compared {
  return compared(row, row.title, datesOf(row), row.said ?? "");
}

export function comparedRole(stop: StopDraft, role: RoleDraft): Compared {
  return compared(stop, role.title, role, "");
}

/** The same company: written alike by two files, else by id, else by name without the legal form. */
export function isOneCompany(a: Compared, b: Compared): boolean {
  return (a.saidKey !== "" && a.saidKey === b.saidKey) || isOneChoice(a, b);
}

/** Is it the same company, however files wrote it? */
export function isOneChoice(a: Compared, b: Compared): boolean {
  if (a.companyId !== "" && b.companyId !== "") return a.companyId === b.companyId;
  if (a.companyKey === b.companyKey) return a.companyKey !== "";
  return a.plainCompany !== "" && a.plainCompany === b.plainCompany;
}

/** The same date at this precision; two empty ones are the same. */
export function isSameDate(a: string, b: string, precision: RoleDraft["datePrecision"]): boolean {
  return cutDate(a, precision) === cutDate(b, precision);
}

function isSameEnd(a: Compared, b: Compared): boolean {
  if (a.isCurrent || b.isCurrent) return a.isCurrent === b.isCurrent;
  return isSameDate(a.endDate, b.endDate, coarser(a.datePrecision, b.datePrecision));
}

/** Months between two starts from which they are two separate stays. */
const FAR = 12;

function isNear(a: Compared, b: Compared): boolean {
  if (a.startDate === "" || b.startDate === "") return true;
  const [first, second] = a.startDate <= b.startDate ? [a, b] : [b, a];
  if (monthsBetween(first.startDate, second.startDate) < FAR) return true;
  return first.isCurrent || (first.endDate !== "" && first.endDate > second.startDate);
}

/** May the two have different companies if the rest is equal? "alike": with similar names. */
type Renamed = "never" | "alike" | "freely";

/** How likely two roles are the same: 0 = different, 10 = identical. */
function sameness(a: Compared, b: Compared, renamed: Renamed): number {
  const isTitle = a.titleKey === b.titleKey;
  const isStart = a.startDate !== "" && isSameDate(a.startDate, b.startDate, coarser(a.datePrecision, b.datePrecision));
  const isEnd = isSameEnd(a, b);
  if (isOneCompany(a, b)) {
    if (isTitle && isEnd && (isStart || a.startDate === b.startDate)) {
      // Rows that differ only in precision go to the row of the same precision.
      return a.datePrecision === b.datePrecision ? 10 : 9;
    }
    if (isStart) return isTitle ? 8 : isEnd ? 7 : 5;
    if (isTitle && isNear(a, b)) return isEnd ? 6 : 4;
    return isEnd && !a.isCurrent && a.endDate !== "" ? 3 : 0;
  }
  if (renamed === "never" || !isTitle || !isStart || !isEnd) return 0;
  return renamed === "freely" || likeness(a.plainCompany, b.plainCompany) >= 0.4 ? 2 : 0;
}

/**
 * Pairs the rows of two lists, the most likely pair first; each row is in one pair at most. Maps indexes of `left` to
 * indexes of `right`.
 * @param least the least sameness of a pair
 * @param taken indexes that are left out
 */
export function pairUp(
  left: readonly Compared[],
  right: readonly Compared[],
  { renamed, least = 1, taken }: { renamed: Renamed; least?: number; taken?: Record<"left" | "right", Set<number>> },
): Map<number, number> {
  const all: { l: number; r: number; score: number }[] = [];
  for (const [l, one] of left.entries()) {
    if (taken?.left.has(l)) continue;
    for (const [r, other] of right.entries()) {
      if (taken?.right.has(r)) continue;
      const score = sameness(one, other, renamed);
      if (score >= least) all.push({ l, r, score });
    }
  }
  const pairs = new Map<number, number>();
  const used = new Set<number>();
  for (const { l, r } of all.toSorted((a, b) => b.score - a.score || a.l - b.l || a.r - b.r)) {
    if (pairs.has(l) || used.has(r)) continue;
    pairs.set(l, r);
    used.add(r);
  }
  return pairs;
}
