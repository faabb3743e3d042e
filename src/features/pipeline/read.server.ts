import { sql } from "kysely";
import { CURRENT_END, type DatePrecision } from "#core/calendar.ts";
import type { Reader } from "#db/connect.ts";
import { atPrecision } from "./check.ts";
import { phaseOf } from "./rules.ts";
import type { ExperienceView, RoleKind, RoleView } from "./schema.ts";

/** A role with its entry and company, as stored; one row a role. */
export type StopRow = {
  profile_id: number;
  entry_id: string;
  company_id: string | null;
  name: string;
  display_name: string;
  logo: string;
  title: string;
  kind: RoleKind;
  start_date: string;
  end_date: string | null;
  date_precision: DatePrecision;
  rating: number | null;
  /** Its company is for the owner alone. */
  undisclosed: boolean;
};

/**
 * Every role of these profiles, per profile in true order of start. One query,
 * one JSON text a person: a driver that splits two hundred rows into fields
 * costs the server more than the query does.
 */
export async function readStopRows(db: Reader, profileKeys: readonly number[]): Promise<Map<number, StopRow[]>> {
  if (profileKeys.length === 0) return new Map();
  const { rows } = await sql<{ profile_id: number; stops: StopTuple[] }>`
    select r.profile_id, json_agg(json_build_array(
        e.public_id, c.public_id, coalesce(c.name, lower(e.company_name)), coalesce(c.display_name, e.company_name),
        coalesce(c.logo, ''), r.title, r.kind, r.start_date, r.end_date, r.date_precision, r.rating, e.undisclosed
      ) order by r.start_date, r.end_date nulls last, r.id) as stops
    from role r
    join entry e on e.id = r.entry_id
    left join company c on c.id = e.company_id
    where r.profile_id = any(${profileKeys}::bigint[])
    group by r.profile_id`.execute(db);
  return new Map(rows.map((row) => [row.profile_id, row.stops.map((stop) => toStopRow(row.profile_id, stop))]));
}

type StopTuple = [
  StopRow["entry_id"],
  StopRow["company_id"],
  StopRow["name"],
  StopRow["display_name"],
  StopRow["logo"],
  StopRow["title"],
  StopRow["kind"],
  StopRow["start_date"],
  StopRow["end_date"],
  StopRow["date_precision"],
  StopRow["rating"],
  StopRow["undisclosed"],
];

function toStopRow(profile_id: number, stop: StopTuple): StopRow {
  const [entry_id, company_id, name, display_name, logo, title, kind, start_date, end_date, ...rest] = stop;
  const [date_precision, rating, undisclosed] = rest;
  return {
    profile_id,
    entry_id,
    company_id,
    name,
    display_name,
    logo,
    title,
    kind,
    start_date,
    end_date,
    date_precision,
    rating,
    undisclosed,
  };
}

/** How much of a pipeline a reader may see. */
export type PipelineView = {
  today: string;
  /** The finest part of a date that is told. */
  dates: DatePrecision;
  /** The owner's own view: ratings, and the companies that others do not see. */
  isOwn: boolean;
};

/** What others see in place of a company that the person keeps back. */
export const UNDISCLOSED = "Undisclosed company";

const COARSENESS: readonly DatePrecision[] = ["day", "month", "year"];

function coarser(a: DatePrecision, b: DatePrecision): DatePrecision {
  return COARSENESS.indexOf(a) > COARSENESS.indexOf(b) ? a : b;
}

/** An undisclosed company as others see it: as one without a page, which carries the entry's own id. */
function asSeen(row: StopRow, isOwn: boolean): StopRow {
  if (isOwn || !row.undisclosed) return row;
  return { ...row, company_id: null, name: UNDISCLOSED.toLowerCase(), display_name: UNDISCLOSED, logo: "" };
}

/**
 * Stored rows of one pipeline as experiences, earliest first. Dates are cut to
 * what may be told; order and phase then come from `position` and `phase`,
 * which are computed before the cut.
 */
export function toExperiences(stored: readonly StopRow[], view: PipelineView): ExperienceView[] {
  const rows = stored.map((row) => asSeen(row, view.isOwn));
  const experiences = new Map<string, ExperienceView>();
  for (const [position, row] of rows.entries()) {
    // Months would give away, to who knows when somebody went where, what the missing name does not.
    const finest = row.undisclosed && !view.isOwn ? "year" : view.dates;
    const datePrecision = coarser(finest, row.date_precision);
    const cut = (date: string): string => (finest === "day" ? date : atPrecision(date, datePrecision));
    const role: RoleView = {
      title: row.title,
      kind: row.kind,
      startDate: cut(row.start_date),
      endDate: row.end_date === null ? CURRENT_END : cut(row.end_date),
      isIndefinite: row.end_date === null,
      datePrecision,
      phase: phaseOf(row.start_date, row.end_date ?? undefined, view.today),
      position,
      ...(view.isOwn ? { rating: row.rating ?? 0 } : {}),
    };
    const known = experiences.get(row.entry_id);
    if (known) {
      known.roles.push(role);
      known.title = role.title;
      known.endDate = role.endDate;
      known.isIndefinite = role.isIndefinite;
      if (view.isOwn) known.rating = role.rating ?? 0;
    } else {
      experiences.set(row.entry_id, {
        _id: row.entry_id,
        companyId: row.company_id ?? row.entry_id,
        companyName: row.name,
        displayName: row.display_name,
        logo: row.logo === "" ? monogramAddress(row.display_name) : row.logo,
        title: role.title,
        startDate: role.startDate,
        endDate: role.endDate,
        isIndefinite: role.isIndefinite,
        datePrecision: role.datePrecision,
        ...(view.isOwn ? { rating: role.rating ?? 0 } : {}),
        ...(row.undisclosed ? { undisclosed: true } : {}),
        roles: [role],
      });
    }
  }
  return [...experiences.values()];
}

/** The address of the mark drawn from a company's name. */
export function monogramAddress(displayName: string): string {
  return `/monogram/company/${encodeURIComponent(displayName)}.svg`;
}
