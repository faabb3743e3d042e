import { sql, type RawBuilder } from "kysely";
import type { Reader } from "#db/connect.ts";
import type { CountedPerson, PathRow, RoleRow, StoredRole } from "#core/stored-profile.ts";
import { COUNTED_STOP, isOfferedByKey } from "#features/stats/read.server.ts";

/**
 * A stop as the query returns it: its values without their names. Writing the names into the JSON would take PostgreSQL as
 * long as the rest of the query.
 */
type StopFields = [
  key: number,
  stop_id: string,
  company_id: string | null,
  name: string,
  display_name: string,
  logo: string,
  undisclosed: boolean,
];

/** A role of one of those stops. */
type RoleFields = [
  stop: number,
  title: string,
  kind: RoleRow["kind"],
  start_date: string,
  end_date: string | null,
  date_precision: RoleRow["date_precision"],
  rating: number | null,
  location: string,
];

/** A person's stops, and their roles in the order of time; null for none. */
export type RolesOfProfile = [stops: StopFields[] | null, roles: RoleFields[] | null];

/**
 * The values of StopFields. For a company that others may not know, the owner gets the typed name and an own id. Others
 * who typed the same name get other ids, so nobody learns of one another.
 */
const STOP_COLUMNS = sql`
    e.id, e.public_id,
    case when c.id is null then null when o.is_offered then c.public_id else e.own_company_id end,
    case when o.is_offered then c.name else lower(normalize(e.company_name, NFKC)) end,
    case when c.id is not null
      and (c.status = 'listed' or (c.edited and o.is_offered) or (e.listed and not e.undisclosed)) then c.display_name
      else e.company_name end,
    case when o.is_offered then coalesce(c.logo, '') else '' end,
    e.undisclosed`;

/**
 * `offset 0` makes PostgreSQL read each company by its key, and look up once whether it is offered. Without it,
 * PostgreSQL reads all companies where it expects more stops than there are.
 */
const STOPS = sql`stop e left join lateral (select * from company where id = e.company_id offset 0) c on true
  cross join lateral (select ${isOfferedByKey("c")} as is_offered offset 0) o`;

/** The columns of a role with their types, in the order of RoleFields. */
export const ROLE_COLUMNS: Readonly<Record<keyof StoredRole, string>> = {
  title: "text",
  kind: "text",
  start_date: "date",
  end_date: "date",
  date_precision: "text",
  rating: "smallint",
  location: "text",
};

/** A list of these columns for SQL. Make it once: putting it together for each save took the app 100 microseconds. */
export function listRoleColumns(write: (column: string, type: string) => string): RawBuilder<unknown> {
  return sql.raw(
    Object.entries(ROLE_COLUMNS)
      .map(([column, type]) => write(column, type))
      .join(", "),
  );
}

const ROLE_VALUES = sql`r.stop_id, ${listRoleColumns((column) => `r.${column}`)}`;

const IN_TIME = sql`r.start_date, r.end_date nulls last, r.position`;

/**
 * All roles of the profile `p`, as a JSON value in its row: RolesOfProfile. Stops and roles are read by the profile, each
 * with one look at an index. A join would look up stop and company again for each role.
 */
export const ROLES_OF_PROFILE = stopsAndRoles(STOP_COLUMNS, ROLE_VALUES);

function stopsAndRoles(stopColumns: RawBuilder<unknown>, roleColumns: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`json_build_array(
    (select json_agg(json_build_array(${stopColumns})) from ${STOPS} where e.profile_id = p.id),
    (select json_agg(json_build_array(${roleColumns}) order by ${IN_TIME}) from role r where r.profile_id = p.id))`;
}

type CountedStopFields = [...StopFields, company_id: number | null, is_typed: boolean | null];
type CountedRoleFields = [...RoleFields, position: number];

/** The same with the columns that only stats need. */
export type CountedRolesOfProfile = [stops: CountedStopFields[] | null, roles: CountedRoleFields[] | null];

export const COUNTED_ROLES_OF_PROFILE = stopsAndRoles(
  sql`${STOP_COLUMNS}, ${COUNTED_STOP}`,
  sql`${ROLE_VALUES}, r.position`,
);

/** What stats need of a row with COUNTED_ROLES_OF_PROFILE. */
export function countedOf([stops, roles]: CountedRolesOfProfile): Pick<CountedPerson, "stops" | "roles"> {
  return {
    stops: (stops ?? []).map(([key, , , , , , undisclosed, company_id, isTyped]) => ({
      key,
      company_id,
      undisclosed,
      isTyped: isTyped === true,
    })),
    roles: (roles ?? []).map(([stop, , kind, start_date, end_date, date_precision, , , position]) => ({
      stop,
      kind,
      start_date,
      end_date,
      date_precision,
      position,
    })),
  };
}

/** The roles of a row with ROLES_OF_PROFILE. */
export function rolesOf([stops, roles]: RolesOfProfile | CountedRolesOfProfile): RoleRow[] {
  const byKey = new Map((stops ?? []).map((stop) => [stop[0], stop] as const));
  return (roles ?? []).flatMap((role) => {
    const stop = byKey.get(role[0]);
    if (!stop) return [];
    return {
      stop_id: stop[1],
      company_id: stop[2],
      name: stop[3],
      display_name: stop[4],
      logo: stop[5],
      title: role[1],
      kind: role[2],
      start_date: role[3],
      end_date: role[4],
      date_precision: role[5],
      rating: role[6],
      location: role[7],
      undisclosed: stop[6],
    };
  });
}

/**
 * Reads all roles of these profiles. One query with one JSON text per person, because the driver needs longer to split
 * two hundred rows into fields than the query takes. `(select …)` hides the number of keys from the planner, so one
 * plan is used for all lists.
 */
export async function readRoleRows(db: Reader, profileKeys: readonly number[]): Promise<Map<number, RoleRow[]>> {
  if (profileKeys.length === 0) return new Map();
  const { rows } = await sql<{ profile_id: number; roles: RolesOfProfile }>`
    select p.id as profile_id, ${ROLES_OF_PROFILE} as roles
    from unnest((select ${profileKeys}::bigint[])) p (id)`.execute(db);
  return new Map(rows.map((row) => [row.profile_id, rolesOf(row.roles)]));
}

type PathStop = { key: number } & Pick<PathRow, "stop_id" | "company_id" | "display_name" | "undisclosed">;
type RoleOfStop = { profile_key: number; stop: number } & Omit<PathRow, keyof PathStop>;

/**
 * The statements that read the roles of many people for the path engine. They give plain rows: for hundreds of people,
 * making JSON would double PostgreSQL's work. For one or two people JSON is cheaper, because it takes one statement.
 * @param profiles a query of their keys
 */
export function pathStatements(profiles: RawBuilder<unknown>): {
  stops: RawBuilder<PathStop>;
  roles: RawBuilder<RoleOfStop>;
} {
  return {
    stops: sql`
      select key, stop_id, company_id, display_name, undisclosed
      from (select ${STOP_COLUMNS} from ${STOPS} where e.profile_id in (${profiles}))
        as s (key, stop_id, company_id, name, display_name, logo, undisclosed)`,
    roles: sql`
      select r.profile_id as profile_key, r.stop_id as stop, r.title, r.kind, r.start_date, r.end_date, r.date_precision
      from role r where r.profile_id in (${profiles}) order by ${IN_TIME}`,
  };
}

/** Puts the rows of both statements together. @returns the roles by profile key, in the order of time */
export function pathRowsOf(stops: readonly PathStop[], roles: readonly RoleOfStop[]): Map<number, PathRow[]> {
  const byKey = new Map(stops.map((stop) => [stop.key, stop]));
  const found = new Map<number, PathRow[]>();
  for (const { profile_key: profile, stop: key, title, kind, start_date, end_date, date_precision } of roles) {
    const stop = byKey.get(key);
    if (!stop) continue;
    const { stop_id, company_id, display_name, undisclosed } = stop;
    const role = { stop_id, company_id, display_name, undisclosed, title, kind, start_date, end_date, date_precision };
    const before = found.get(profile);
    if (before) before.push(role);
    else found.set(profile, [role]);
  }
  return found;
}
