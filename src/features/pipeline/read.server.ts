import { sql } from "kysely";
import { CURRENT_END, type DatePrecision } from "#core/calendar.ts";
import type { Reader } from "#db/connect.ts";
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
        coalesce(c.logo, ''), r.title, r.kind, r.start_date, r.end_date, r.date_precision, r.rating
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
];

function toStopRow(profile_id: number, stop: StopTuple): StopRow {
  const [entry_id, company_id, name, display_name, logo, title, kind, start_date, end_date, date_precision, rating] =
    stop;
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
  };
}

/** How much of the dates a reader may see. */
export type DateView = "exact" | "year";

function yearOf(date: string): string {
  return `${date.slice(0, 4)}-01-01`;
}

/**
 * Stored rows of one pipeline as experiences, earliest first. `dates: "year"`
 * cuts every date to its year; order and phase then come from `position` and
 * `phase`, which are computed before the cut.
 */
export function toExperiences(
  rows: readonly StopRow[],
  options: { today: string; dates: DateView; withRatings: boolean },
): ExperienceView[] {
  const experiences = new Map<string, ExperienceView>();
  for (const [position, row] of rows.entries()) {
    const masked = options.dates === "year";
    const end = row.end_date ?? CURRENT_END;
    const role: RoleView = {
      title: row.title,
      kind: row.kind,
      startDate: masked ? yearOf(row.start_date) : row.start_date,
      endDate: masked && row.end_date !== null ? yearOf(end) : end,
      isIndefinite: row.end_date === null,
      datePrecision: masked ? "year" : row.date_precision,
      phase: phaseOf(row.start_date, row.end_date ?? undefined, options.today),
      position,
      ...(options.withRatings ? { rating: row.rating ?? 0 } : {}),
    };
    const known = experiences.get(row.entry_id);
    if (known) {
      known.roles.push(role);
      known.title = role.title;
      known.endDate = role.endDate;
      known.isIndefinite = role.isIndefinite;
      if (options.withRatings) known.rating = role.rating ?? 0;
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
        ...(options.withRatings ? { rating: role.rating ?? 0 } : {}),
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
