import {
  CURRENT_END,
  formatDate,
  formatMonths,
  formatShortDate,
  monthsBetween,
  type DatePrecision,
} from "#core/calendar.ts";
import { UNDISCLOSED } from "#core/monogram.ts";
import type { ExperienceView, Phase, RoleKind, RoleView } from "./schema.ts";

export const MAX_ENTRIES = 50;
export const MAX_ROLES = 20;
export const MAX_TITLE = 120;
export const MAX_COMPANY_NAME = 80;

export function isInternship(kind: RoleKind): boolean {
  return kind === "intern" || kind === "co-op";
}

/** Where a role stands on the given day. `endDate` undefined = current. */
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

/** The part of a line after which the train moves on: one company, one or more roles without a stop elsewhere between. */
export type Stop = {
  key: string;
  /** '' where the company has no page any more; its entry then carries its own id in the company's place. */
  companyId: string;
  displayName: string;
  logo: string;
  /** In order of start. At least one. */
  roles: RoleView[];
  phase: Phase;
  /** In the owner's own view: others do not see which company it is. */
  isKeptBack?: true;
  /** True for the company's second and later stations (A → B → A). */
  isReturn: boolean;
};

/** Roles across all experiences in true order of start. */
function rolesInOrder(pipeline: readonly ExperienceView[]): { role: RoleView; of: ExperienceView }[] {
  return pipeline
    .flatMap((of) => of.roles.map((role) => ({ role, of })))
    .toSorted((a, b) => a.role.position - b.role.position);
}

/**
 * The stops of a pipeline in order. Successive roles at one company are one
 * stop; a return after another company is a second stop (A → B → A).
 */
export function stopsOf(pipeline: readonly ExperienceView[]): Stop[] {
  const stops: Stop[] = [];
  const seen = new Set<string>();
  let lastId: string | undefined;
  for (const { role, of } of rolesInOrder(pipeline)) {
    const last = stops.at(-1);
    if (last && lastId === of.companyId) {
      last.roles.push(role);
      if (role.phase === "current" || last.phase === "past") last.phase = role.phase;
      continue;
    }
    stops.push({
      key: `${of._id}-${role.position}`,
      companyId: of.companyId === of._id ? "" : of.companyId,
      displayName: of.displayName,
      logo: of.logo,
      roles: [role],
      phase: role.phase,
      ...(of.undisclosed === true && of.displayName !== UNDISCLOSED ? { isKeptBack: true } : {}),
      isReturn: seen.has(of.companyId),
    });
    seen.add(of.companyId);
    lastId = of.companyId;
  }
  return stops;
}

export type Headline = { word: "Currently" | "Incoming" | "Previously"; title: string; company: string };

/**
 * The current-role line: a role that today is in (the latest such), else the
 * first that is still to come, else the last one. Undefined without roles.
 */
export function headlineOf(pipeline: readonly ExperienceView[]): Headline | undefined {
  const roles = rolesInOrder(pipeline);
  const current = roles.findLast(({ role }) => role.phase === "current");
  const incoming = roles.find(({ role }) => role.phase === "incoming");
  const chosen = current ?? incoming ?? roles.at(-1);
  if (!chosen) return undefined;
  const word = current ? "Currently" : incoming ? "Incoming" : "Previously";
  return { word, title: chosen.role.title, company: chosen.of.displayName };
}

/** 'Currently {title} at {company}', or '' for an empty pipeline. */
export function headlineText(headline: Headline | undefined): string {
  return headline ? `${headline.word} ${headline.title} at ${headline.company}` : "";
}

export type { DatePrecision };

type Span = { startDate: string; endDate: string; isCurrent: boolean };

function bySpan(a: Span, b: Span): number {
  const end = (one: Span): string => (one.isCurrent ? "9999" : one.endDate);
  if (a.startDate !== b.startDate) return a.startDate < b.startDate ? -1 : 1;
  return end(a) === end(b) ? 0 : end(a) < end(b) ? -1 : 1;
}

/**
 * Entries as they are stored: roles by start and end, the current last, entries by their first one. Roles of the same
 * days stand in the order of their entries, in which they are read again; what ties in all of it stays as it was sent.
 */
export function inStoredOrder<Role extends Span, Entry extends { roles: readonly Role[] }>(
  entries: readonly Entry[],
): (Entry & { roles: Role[] })[] {
  return entries
    .map((entry) => ({ ...entry, roles: entry.roles.toSorted(bySpan) }))
    .toSorted((a, b) => {
      const [first, other] = [a.roles[0], b.roles[0]];
      return first && other ? bySpan(first, other) : 0;
    });
}
