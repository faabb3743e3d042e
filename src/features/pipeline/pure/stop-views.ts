import { atPrecision, CURRENT_END, type DatePrecision } from "#core/calendar.ts";
import { companyMarkAddress, UNDISCLOSED } from "#core/monogram.ts";
import type { PathRow, RoleRow } from "#core/stored-profile.ts";
import { phaseOf } from "#features/pipeline/rules.ts";
import { classify } from "#features/title/classify.ts";
import type { RoleView, SeenRole, StopView } from "#features/pipeline/schema.ts";

/**
 * How much of a pipeline a reader may see. `own`: everything. `named`: all except ratings and undisclosed companies.
 * `rated`: like `named`, with ratings, and dates to the month. `months` and `years`: what an anonymous person shows.
 */
type Disclosure = "own" | "named" | "rated" | "months" | "years";

const FINEST_DATE = { own: "day", named: "day", rated: "month", months: "month", years: "year" } as const;
/** They see the optional texts of a role that others see with public people alone. */
const READERS_OF_PUBLIC_TEXTS: ReadonlySet<Disclosure> = new Set(["own", "named", "rated"]);

const COARSENESS: readonly DatePrecision[] = ["day", "month", "year"];

function coarser(a: DatePrecision, b: DatePrecision): DatePrecision {
  return COARSENESS.indexOf(a) > COARSENESS.indexOf(b) ? a : b;
}

/**
 * Others see an undisclosed company like one without a page: its link is the stop's own id. These ids stand in their
 * alphabetical order. Otherwise two stops that look alike would exchange their ids when a hidden date changes their
 * order.
 */
function asSeen<Row extends PathRow>(rows: readonly Row[], to: Disclosure): readonly Row[] {
  if (to === "own" || !rows.some((row) => row.undisclosed)) return rows;
  const hidden = [...new Set(rows.flatMap((row) => (row.undisclosed ? [row.stop_id] : [])))];
  const ids = hidden.toSorted();
  return rows.map((row) => {
    if (!row.undisclosed) return row;
    const stop_id = ids[hidden.indexOf(row.stop_id)] ?? "";
    return { ...row, stop_id, company_id: null, name: UNDISCLOSED.toLowerCase(), display_name: UNDISCLOSED, logo: "" };
  });
}

function roleViewOf(row: PathRow & Partial<RoleRow>, position: number, to: Disclosure, today: string): RoleView {
  // At an undisclosed company, a month would reveal the company to somebody who knows where the person worked at that
  // time.
  const isHidden = row.undisclosed && to !== "own";
  const finest = isHidden ? "year" : FINEST_DATE[to];
  const datePrecision = coarser(finest, row.date_precision);
  const cut = (date: string): string => (finest === "day" ? date : atPrecision(date, datePrecision));
  const { family, level } = classify(row.title, row.kind);
  // Fields that may be missing are added to the object, not spread into it: two hundred roles are on a page of people.
  const view: RoleView = {
    title: row.title,
    kind: row.kind,
    family,
    level,
    startDate: cut(row.start_date),
    endDate: row.end_date === null ? CURRENT_END : cut(row.end_date),
    isIndefinite: row.end_date === null,
    datePrecision,
    phase: phaseOf(row.start_date, row.end_date ?? undefined, today),
    position,
  };
  if (to === "own" || (to === "rated" && !isHidden)) view.rating = row.rating ?? 0;
  // A location would narrow down an undisclosed company as months do, and an anonymous person more than anything.
  if (row.location && READERS_OF_PUBLIC_TEXTS.has(to) && !isHidden) view.location = row.location;
  return view;
}

function stopViewOf(row: RoleRow, role: RoleView): StopView {
  return {
    _id: row.stop_id,
    companyId: row.company_id ?? row.stop_id,
    companyName: row.name,
    displayName: row.display_name,
    logo: row.logo === "" ? companyMarkAddress(row.display_name) : row.logo,
    title: role.title,
    startDate: role.startDate,
    endDate: role.endDate,
    isIndefinite: role.isIndefinite,
    datePrecision: role.datePrecision,
    ...(role.rating === undefined ? {} : { rating: role.rating }),
    ...(row.undisclosed ? { undisclosed: true } : {}),
    roles: [role],
  };
}

/**
 * Turns the rows of a pipeline into stops, earliest first. `position` and `phase` come from the exact dates, before
 * these are cut to what the reader may see.
 */
export function toStopViews(rows: readonly RoleRow[], to: Disclosure, today: string): StopView[] {
  const stops = new Map<string, StopView>();
  for (const [position, row] of asSeen(rows, to).entries()) {
    const role = roleViewOf(row, position, to, today);
    const stop = stops.get(row.stop_id);
    if (!stop) {
      stops.set(row.stop_id, stopViewOf(row, role));
      continue;
    }
    stop.roles.push(role);
    stop.title = role.title;
    stop.endDate = role.endDate;
    stop.isIndefinite = role.isIndefinite;
    if (role.rating !== undefined) stop.rating = role.rating;
  }
  return [...stops.values()];
}

/** Only the roles, in the order of time. `toStopViews` says the same of them. */
export function toSeenRoles(rows: readonly PathRow[], to: Disclosure, today: string): SeenRole[] {
  return asSeen(rows, to).map((row, position) => ({
    stop: row.stop_id,
    company: row.company_id ?? row.stop_id,
    companyName: row.display_name,
    role: roleViewOf(row, position, to, today),
  }));
}
