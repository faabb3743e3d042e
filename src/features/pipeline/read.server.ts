import { sql } from "kysely";
import type { Reader } from "#db/connect.ts";
import type { RoleRow } from "#core/stored-profile.ts";
import { isOffered, joinNumbers } from "#features/stats/read.server.ts";

/** A role as the query gives it: without names, which would take PostgreSQL as long as everything else of it. */
export type RoleFields = [
  stop_id: string,
  company_id: string | null,
  name: string,
  display_name: string,
  logo: string,
  title: string,
  kind: RoleRow["kind"],
  start_date: string,
  end_date: string | null,
  date_precision: RoleRow["date_precision"],
  rating: number | null,
  location: string,
  undisclosed: boolean,
];

/**
 * The roles of one profile in the order of time, as JSON with the values of RoleFields. For a company that others may not
 * know, the owner gets the typed name and an own id. Nothing is the same for others who typed it, so nothing shows
 * whether anybody did.
 */
const ROLES = sql`json_agg(json_build_array(
        e.public_id,
        case when c.id is null then null when ${isOffered("c", "t")} then c.public_id else e.own_company_id end,
        case when ${isOffered("c", "t")} then c.name else lower(normalize(e.company_name, NFKC)) end,
        case when c.id is not null
          and (c.status = 'listed' or (c.edited and ${isOffered("c", "t")}) or (e.listed and not e.undisclosed)) then c.display_name
          else e.company_name end,
        case when ${isOffered("c", "t")} then coalesce(c.logo, '') else '' end,
        r.title, r.kind, r.start_date, r.end_date, r.date_precision, r.rating, r.location, e.undisclosed
      ) order by r.start_date, r.end_date nulls last, r.position)`;
const ROLE_TABLES = sql`role r
    join stop e on e.id = r.stop_id
    left join company c on c.id = e.company_id
    ${joinNumbers("c", "t")}`;

/** All roles of the profile `p`, as a JSON value in its row: RoleFields[]. */
export const ROLES_OF_PROFILE = sql`coalesce((select ${ROLES} from ${ROLE_TABLES} where r.profile_id = p.id), '[]'::json)`;

/** The roles of a row with ROLES_OF_PROFILE. */
export function rolesOf(fields: readonly RoleFields[]): RoleRow[] {
  return fields.map((role) => ({
    stop_id: role[0],
    company_id: role[1],
    name: role[2],
    display_name: role[3],
    logo: role[4],
    title: role[5],
    kind: role[6],
    start_date: role[7],
    end_date: role[8],
    date_precision: role[9],
    rating: role[10],
    location: role[11],
    undisclosed: role[12],
  }));
}

/**
 * Reads all roles of these profiles. One query with one JSON text per person, because the driver needs longer to split
 * two hundred rows into fields than the query takes.
 */
export async function readRoleRows(db: Reader, profileKeys: readonly number[]): Promise<Map<number, RoleRow[]>> {
  if (profileKeys.length === 0) return new Map();
  const { rows } = await sql<{ profile_id: number; roles: RoleFields[] }>`
    select r.profile_id, ${ROLES} as roles
    from ${ROLE_TABLES}
    where r.profile_id = any(${profileKeys}::bigint[])
    group by r.profile_id`.execute(db);
  return new Map(rows.map((row) => [row.profile_id, rolesOf(row.roles)]));
}
