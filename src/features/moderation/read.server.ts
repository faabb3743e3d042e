import { sql } from "kysely";
import { isPublicId } from "#core/ids.ts";
import { escapeLike, keyOf } from "#core/text.ts";
import type { Reader } from "#db/connect.ts";
import { pageOf, readCursor } from "#features/profile/read.server.ts";
import type { PeoplePage, Person } from "./schema.ts";

const PEOPLE_A_PAGE = 24;

type Row = Person & { sort_key: number };

/**
 * The query itself masks names, so that names of hidden people never leave the database. It does not join accounts;
 * only the secret could (see ownerKey).
 */
export const SHOWN = sql`p.public_id as _id, p.visibility, p.suspended, p.created, p.sort_key,
  case when p.visibility = 'public' then trim(p.first_name || ' ' || p.last_name) else 'Anonymous' end as name,
  case when p.visibility = 'public' then coalesce(p.username, '') else '' end as username`;

export function toPerson({ _id, name, username, visibility, suspended, created }: Row): Person {
  return { _id, name, username, visibility, suspended, created };
}

/**
 * People for administrators. A text search covers the public data of public people. Others are found by their id only,
 * which a report contains.
 */
export async function readPeople(
  db: Reader,
  input: { text: string | undefined; cursor: string | undefined; suspended: boolean | undefined },
): Promise<PeoplePage> {
  const text = keyOf(input.text ?? "");
  const words = `%${escapeLike(text)}%`;
  const matches = isPublicId(text)
    ? sql`p.public_id = ${text}`
    : text === ""
      ? sql`p.visibility <> 'private' and p.created`
      : sql`p.visibility = 'public' and p.created
          and (lower(p.first_name || ' ' || p.last_name) like ${words} or lower(p.username) like ${words})`;
  const state = input.suspended === undefined ? sql`true` : sql`p.suspended = ${input.suspended}`;
  const { rows } = await sql<Row>`
    select ${SHOWN} from profile p
    where ${matches} and ${state} and p.sort_key > ${readCursor(input.cursor)}
    order by p.sort_key limit ${PEOPLE_A_PAGE + 1}`.execute(db);
  const { shown, after } = pageOf(rows, PEOPLE_A_PAGE);
  return { people: shown.map(toPerson), next: after ?? "" };
}

export async function readPerson(db: Reader, id: string): Promise<Person | undefined> {
  const { rows } = await sql<Row>`select ${SHOWN} from profile p where p.public_id = ${id}`.execute(db);
  return rows[0] && toPerson(rows[0]);
}
