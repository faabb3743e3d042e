import { sql, type RawBuilder } from "kysely";
import type { Reader, Trx } from "#db/connect.ts";
import type { ChangingProfile, CountedPerson, ProfileRow, StoredProfile } from "#core/stored-profile.ts";
import {
  COUNTED_ROLES_OF_PROFILE,
  countedOf,
  ROLES_OF_PROFILE,
  rolesOf,
  type CountedRolesOfProfile,
  type RolesOfProfile,
} from "#features/pipeline/read.server.ts";

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
  const { rows } = await sql<ProfileRow & { roles: RolesOfProfile }>`
    select ${PROFILE_COLUMNS}, ${ROLES_OF_PROFILE} as roles
    from profile p ${PROFILE_JOINS} where p.id = ${profileKey}`.execute(db);
  const [found] = rows;
  if (!found) return undefined;
  const { roles, ...row } = found;
  return { row, roles: rolesOf(roles) };
}

/**
 * The same for a change. What the person adds to the numbers follows from it: see contributionsOf. Asking the views for
 * that too took half as long again as this statement.
 */
export async function readChangingProfile(trx: Trx, profileKey: number): Promise<ChangingProfile | undefined> {
  const { rows } = await sql<
    ProfileRow & Pick<CountedPerson, "listed" | "school_id"> & { roles: CountedRolesOfProfile }
  >`
    select ${PROFILE_COLUMNS}, p.listed, p.school_id, ${COUNTED_ROLES_OF_PROFILE} as roles
    from profile p ${PROFILE_JOINS} where p.id = ${profileKey}`.execute(trx);
  const [found] = rows;
  if (!found) return undefined;
  const { roles, listed, school_id, ...row } = found;
  const { id, visibility, show_months, hide_school } = row;
  const counted = { id, visibility, show_months, hide_school, listed, school_id, ...countedOf(roles) };
  return { row, roles: rolesOf(roles), counted };
}
