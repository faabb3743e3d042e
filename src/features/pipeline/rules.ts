import { CURRENT_END, formatDate, formatMonths, formatShortDate, monthsBetween } from "#core/calendar.ts";
import type { StopView, Phase, RoleView } from "./schema.ts";

/** Is a role past, current or future on a day? `endDate` undefined = current. */
export function phaseOf(startDate: string, endDate: string | undefined, today: string): Phase {
  if (startDate > today) return "incoming";
  return endDate === undefined || endDate >= today ? "current" : "past";
}

type Dated = Pick<RoleView, "startDate" | "endDate" | "isIndefinite" | "datePrecision" | "phase">;

/** The end as a reader sees it: 'Present', 'Indefinite' or the date. */
export function endLabel(role: Dated, format: typeof formatDate = formatDate): string {
  if (role.isIndefinite || role.endDate === CURRENT_END) {
    return role.phase === "incoming" ? "Indefinite" : "Present";
  }
  return format(role.endDate, role.datePrecision);
}

/** Within one known year there is only that year to say. */
function isOneYear(role: Dated): boolean {
  return role.datePrecision === "year" && !role.isIndefinite && role.startDate === role.endDate;
}

/** "March 2022 – Present". */
export function rangeLabel(role: Dated): string {
  const start = formatDate(role.startDate, role.datePrecision);
  return isOneYear(role) ? start : `${start} – ${endLabel(role)}`;
}

/** "Mar 2022 – Present", for cards and rows. */
export function shortRangeLabel(role: Dated): string {
  const start = formatShortDate(role.startDate, role.datePrecision);
  return isOneYear(role) ? start : `${start} – ${endLabel(role, formatShortDate)}`;
}

/** Months from first to last day, both months counted ("May to August" is 4); today ends a current role. */
export function monthsOf(role: Dated, today: string): number {
  if (role.phase === "incoming" && role.isIndefinite) return 0;
  const end = role.isIndefinite ? today : role.endDate;
  return Math.max(1, monthsBetween(role.startDate, end) + 1);
}

/** "2 yr 8 mo"; '' where only years are known, or nothing has begun. */
export function durationLabel(role: Dated, today: string): string {
  if (role.datePrecision === "year" || role.phase === "incoming") return "";
  return formatMonths(monthsOf(role, today));
}

/** Plain loops, because a page of people calls this fifty times. Most pipelines are in order already. */
export function rolesInOrder(pipeline: readonly StopView[]): { role: RoleView; stop: StopView }[] {
  const all: { role: RoleView; stop: StopView }[] = [];
  let isInOrder = true;
  let last = -Infinity;
  for (const stop of pipeline) {
    for (const role of stop.roles) {
      isInOrder &&= role.position >= last;
      last = role.position;
      all.push({ role, stop });
    }
  }
  return isInOrder ? all : all.toSorted((a, b) => a.role.position - b.role.position);
}

type Headline = { word: "Currently" | "Incoming" | "Previously"; title: string; company: string };

const RANK = { current: 2, incoming: 1, past: 0 } as const;

/** Should the headline show `role` instead of `other`, which comes before it? */
function isShownRather(role: RoleView, other: RoleView): boolean {
  if (role.phase !== other.phase) return RANK[role.phase] > RANK[other.phase];
  return role.phase === "incoming" ? role.position < other.position : role.position >= other.position;
}

/**
 * The role to show first: the latest present one, otherwise the first future one, otherwise the last one. Undefined
 * without roles.
 */
export function headlineOf(pipeline: readonly StopView[]): Headline | undefined {
  let chosen: RoleView | undefined;
  let company = "";
  for (const stop of pipeline) {
    for (const role of stop.roles) {
      if (chosen !== undefined && !isShownRather(role, chosen)) continue;
      chosen = role;
      company = stop.displayName;
    }
  }
  if (!chosen) return undefined;
  const word = chosen.phase === "current" ? "Currently" : chosen.phase === "incoming" ? "Incoming" : "Previously";
  return { word, title: chosen.title, company };
}

/** 'Currently {title} at {company}', or '' for an empty pipeline. */
export function headlineText(headline: Headline | undefined): string {
  return headline ? `${headline.word} ${headline.title} at ${headline.company}` : "";
}
