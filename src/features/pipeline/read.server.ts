import { sql } from "kysely";
import type { Reader } from "#db/connect.ts";
import type { RoleRow } from "#core/stored-profile.ts";
import { isOffered, joinNumbers } from "#features/stats/read.server.ts";

/**
 * The roles of one profile in the order of time, as JSON. For a company that others may not know, the owner gets the typed
 * name and an own id. Nothing is the same for others who typed it, so nothing shows whether anybody did.
 */
const ROLES = sql`json_agg(json_build_object(
        'stop_id', e.public_id, 
        'company_id', case when c.id is null then null when ${isOffered("c", "t")} then c.public_id else e.own_company_id end,
        'name', case when ${isOffered("c", "t")} then c.name else lower(normalize(e.company_name, NFKC)) end,
        'display_name', case when c.id is not null
          and (c.status = 'listed' or (c.edited and ${isOffered("c", "t")}) or (e.listed and not e.undisclosed)) then c.display_name
          else e.company_name end,
        'logo', case when ${isOffered("c", "t")} then coalesce(c.logo, '') else '' end, 'title', r.title, 'kind', r.kind, 'start_date', r.start_date,
        'end_date', r.end_date, 'date_precision', r.date_precision, 'rating', r.rating, 'location', r.location, 'undisclosed', e.undisclosed
      ) order by r.start_date, r.end_date nulls last, r.position)`;
const ROLE_TABLES = sql`role r
    join stop e on e.id = r.stop_id
    left join company c on c.id = e.company_id
    ${joinNumbers("c", "t")}`;

/** All roles of the profile `p`, as a JSON value in its row. */
export const ROLES_OF_PROFILE = sql`coalesce((select ${ROLES} from ${ROLE_TABLES} where r.profile_id = p.id), '[]'::json)`;

/**
 * Reads all roles of these profiles. One query with one JSON text per person, because the driver needs longer to split
 * two hundred rows into fields than the query takes.
 */
export async function readRoleRows(db: Reader, profileKeys: readonly number[]): Promise<Map<number, RoleRow[]>> {
  if (profileKeys.length === 0) return new Map();
  const { rows } = await sql<{ profile_id: number; roles: RoleRow[] }>`
    select r.profile_id, ${ROLES} as roles
    from ${ROLE_TABLES}
    where r.profile_id = any(${profileKeys}::bigint[])
    group by r.profile_id`.execute(db);
  return new Map(rows.map((row) => [row.profile_id, row.roles]));
}
