import { partsOf, toDate } from "#core/calendar.ts";
import { pauseBetween, type LineRole, type LineView } from "#features/drawing/pure/segments.ts";
import type { RoleView } from "#features/pipeline/schema.ts";

const MONTHS = 12;

function yearOf(date: string): number {
  return partsOf(date)?.year ?? 0;
}

/** Spreads the roles that begin in one year evenly over it, in their order. */
function startMonths(roles: readonly RoleView[], today: string): Map<RoleView, number> {
  const day = partsOf(today);
  const rough = roles.filter(({ datePrecision }) => datePrecision === "year");
  const months = new Map<RoleView, number>();
  for (const year of new Set(rough.map(({ startDate }) => yearOf(startDate)))) {
    const some = rough.filter(({ startDate }) => yearOf(startDate) === year);
    // A role that has begun cannot begin after today.
    const months0 = year === day?.year && some.every(({ phase }) => phase !== "incoming") ? day.month : MONTHS;
    for (const [at, role] of some.entries()) months.set(role, 1 + Math.floor((months0 * (at + 0.5)) / some.length));
  }
  return months;
}

/**
 * Adds invented months to a pipeline whose years alone are known, so that it can be drawn. Stops are spread evenly over
 * their year. A track ends at the next stop unless a whole year lies between. The months reveal nothing, because they
 * are not the person's.
 */
export function withMonths(view: LineView, today: string): LineView {
  const parts = view.stops.flatMap((stop) => stop.roles);
  const months = startMonths(
    parts.map(({ role }) => role),
    today,
  );
  const startOf = (role: RoleView): string => {
    const month = months.get(role);
    return month === undefined ? role.startDate : toDate(yearOf(role.startDate), Math.min(month, MONTHS));
  };
  const endOf = (role: RoleView, next: RoleView | undefined): string => {
    if (role.isIndefinite || role.datePrecision !== "year") return role.endDate;
    if (next && pauseBetween(role, next) === 0) return startOf(next);
    const year = yearOf(role.endDate);
    const half = toDate(year, MONTHS / 2);
    return half > startOf(role) ? half : toDate(year, MONTHS);
  };
  const nextOf = new Map(parts.map((part, at) => [part.role, parts[at + 1]?.role]));
  const drawn = (part: LineRole): LineRole => {
    const { role } = part;
    return { ...part, role: { ...role, startDate: startOf(role), endDate: endOf(role, nextOf.get(role)) } };
  };
  return { ...view, stops: view.stops.map((stop) => ({ ...stop, roles: stop.roles.map(drawn) })) };
}
