import { sql } from "kysely";
import type { Reader } from "#db/connect.ts";
import type { StopRow } from "./pure/experiences.ts";

/**
 * Every role of these profiles, per profile in true order of start. One query,
 * one JSON text a person: a driver that splits two hundred rows into fields
 * costs the server more than the query does.
 */
export async function readStopRows(db: Reader, profileKeys: readonly number[]): Promise<Map<number, StopRow[]>> {
  if (profileKeys.length === 0) return new Map();
  const { rows } = await sql<{ profile_id: number; stops: StopTuple[] }>`
    select r.profile_id, json_agg(json_build_array(
        e.public_id, c.public_id, coalesce(c.name, lower(e.company_name)), 
        case when c.id is not null and (c.status = 'listed' or c.edited or (e.listed and not e.undisclosed)) then c.display_name else e.company_name end,
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
