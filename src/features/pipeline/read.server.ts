import { sql } from "kysely";
import type { Reader } from "#db/connect.ts";
import type { RoleRow } from "#core/stored-profile.ts";
import { OFFERED, WITH_NUMBERS } from "#features/stats/read.server.ts";

/**
 * Every role of these profiles, each profile's in order of time. One query and one JSON text a person: splitting two
 * hundred rows into fields costs the driver more than the query costs.
 *
 * Of a company that others may not know of, the owner sees what they typed and an id of their own: nothing that is the
 * same for everybody who typed it, and so nothing that says whether somebody did.
 */
export async function readRoleRows(db: Reader, profileKeys: readonly number[]): Promise<Map<number, RoleRow[]>> {
  if (profileKeys.length === 0) return new Map();
  const { rows } = await sql<{ profile_id: number; roles: RoleRow[] }>`
    select r.profile_id, json_agg(json_build_object(
        'stop_id', e.public_id, 
        'company_id', case when c.id is null then null when ${OFFERED} then c.public_id else e.own_company_id end,
        'name', case when ${OFFERED} then c.name else lower(normalize(e.company_name, NFKC)) end,
        'display_name', case when c.id is not null
          and (c.status = 'listed' or (c.edited and ${OFFERED}) or (e.listed and not e.undisclosed)) then c.display_name
          else e.company_name end,
        'logo', case when ${OFFERED} then coalesce(c.logo, '') else '' end, 'title', r.title, 'kind', r.kind, 'start_date', r.start_date,
        'end_date', r.end_date, 'date_precision', r.date_precision, 'rating', r.rating, 'location', r.location, 'undisclosed', e.undisclosed
      ) order by r.start_date, r.end_date nulls last, r.position) as roles
    from role r
    join stop e on e.id = r.stop_id
    left join company c on c.id = e.company_id
    ${WITH_NUMBERS}
    where r.profile_id = any(${profileKeys}::bigint[])
    group by r.profile_id`.execute(db);
  return new Map(rows.map((row) => [row.profile_id, row.roles]));
}
