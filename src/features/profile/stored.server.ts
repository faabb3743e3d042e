import { sql, type RawBuilder } from "kysely";
import type { Reader } from "#db/connect.ts";
import type { ProfileRow, StoredProfile } from "#core/stored-profile.ts";
import { ROLES_OF_PROFILE, rolesOf, type RolesOfProfile } from "#features/pipeline/read.server.ts";

/** The columns of a ProfileRow. Needs the table `profile p` and PROFILE_JOINS. */
export const PROFILE_COLUMNS = sql`p.id, p.public_id, p.first_name, p.last_name, p.username, p.linkedin, p.location,
  p.visibility, p.created, p.suspended, p.show_months, p.own_titles, p.hide_school, p.rev,
  p.school_text,
  s.public_id as school_public_id, s.name as school_name, s.country as school_country,
  s.country_code as school_country_code,
  i.public_id as picture_id`;
export const PROFILE_JOINS = sql`left join school s on s.id = p.school_id left join picture i on i.profile_id = p.id`;

export async function readProfileRows(db: Reader, where: RawBuilder<unknown>): Promise<ProfileRow[]> {
  const { rows } = await sql<ProfileRow>`
    select ${PROFILE_COLUMNS} from profile p ${PROFILE_JOINS} where ${where}`.execute(db);
  return rows;
}

/** The stored profile with an internal key; undefined if it is gone. */
export async function readStoredProfile(db: Reader, profileKey: number): Promise<StoredProfile | undefined> {
  const { rows } = await storedProfile(profileKey).execute(db);
  return toStoredProfile(rows);
}

type StoredRow = ProfileRow & { roles: RolesOfProfile };

/** The statement of readStoredProfile. */
export const storedProfile = (profileKey: number): RawBuilder<StoredRow> => sql<StoredRow>`
  select ${PROFILE_COLUMNS}, ${ROLES_OF_PROFILE} as roles
  from profile p ${PROFILE_JOINS} where p.id = ${profileKey}`;

/** What its rows say. */
export function toStoredProfile([found]: readonly StoredRow[]): StoredProfile | undefined {
  if (!found) return undefined;
  const { roles, ...row } = found;
  return { row, roles: rolesOf(roles) };
}
