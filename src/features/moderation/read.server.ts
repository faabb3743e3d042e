import { sql, type RawBuilder } from "kysely";
import { isPublicId } from "#core/ids.ts";
import { escapeLike, keyOf } from "#core/text.ts";
import type { Reader } from "#db/connect.ts";
import { pageOf, readCursor } from "#features/profile/read.server.ts";
import type { PeoplePage, Person } from "./schema.ts";

const PEOPLE_A_PAGE = 24;

type Row = Person & { sort_key: number };

/**
 * The query itself replaces names, so that names of hidden people never leave the database. It has no e-mail addresses:
 * only the secret can link a profile with its account (see ownerKey).
 */
export const SHOWN = sql`p.public_id as _id, p.visibility, p.suspended, p.created, p.sort_key,
  case when p.visibility = 'public' then trim(p.first_name || ' ' || p.last_name) else 'Anonymous' end as name,
  case when p.visibility = 'public' then coalesce(p.username, '') else '' end as username`;

export function toPerson({ _id, name, username, visibility, suspended, created }: Row): Person {
  return { _id, name, username, visibility, suspended, created };
}

/** The indexes of names contain pieces of three letters. They find shorter texts only at the beginning of words. */
const SHORTEST_INSIDE = 3;

/**
 * People for administrators. A text is searched in the public names of public people, one or two letters only at the
 * beginning of words. Others are found by their id only, which a report contains.
 */
export async function readPeople(
  db: Reader,
  input: { text: string | undefined; cursor: string | undefined; suspended: boolean | undefined },
): Promise<PeoplePage> {
  const text = plainName(keyOf(input.text ?? ""));
  const state = input.suspended === undefined ? sql`true` : sql`p.suspended = ${input.suspended}`;
  const page = sql`${state} and p.sort_key > ${readCursor(input.cursor)} order by p.sort_key limit ${PEOPLE_A_PAGE + 1}`;
  const { rows } = await (
    isPublicId(text)
      ? sql<Row>`select ${SHOWN} from profile p where p.public_id = ${text} and ${page}`
      : text === ""
        ? sql<Row>`select ${SHOWN} from profile p where p.visibility <> 'private' and p.created and ${page}`
        : namedLike(text, page)
  ).execute(db);
  const { shown, after } = pageOf(rows, PEOPLE_A_PAGE);
  return { people: shown.map(toPerson), next: after ?? "" };
}

/** Removes accents and capitals, like the function plain_name of the database. */
function plainName(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]+/g, "")
    .toLowerCase();
}

/** Two halves, each with its own index of names: people in lists, and people who are suspended or have no stop. */
function namedLike(text: string, page: RawBuilder<unknown>): RawBuilder<Row> {
  const name = sql`plain_name(p.first_name, p.last_name, p.username)`;
  const words = escapeLike(text);
  const isNamed =
    text.length < SHORTEST_INSIDE
      ? sql`(${name} like ${`${words}%`} or ${name} like ${`% ${words}%`})`
      : sql`${name} like ${`%${words}%`}`;
  return sql<Row>`
    select * from (
      (select ${SHOWN} from profile p where p.listed and p.visibility = 'public' and ${isNamed} and ${page})
      union all
      (select ${SHOWN} from profile p
        where not p.listed and p.visibility = 'public' and p.created and ${isNamed} and ${page})
    ) found order by sort_key limit ${PEOPLE_A_PAGE + 1}`;
}

export async function readPerson(db: Reader, id: string): Promise<Person | undefined> {
  const { rows } = await sql<Row>`select ${SHOWN} from profile p where p.public_id = ${id}`.execute(db);
  return rows[0] && toPerson(rows[0]);
}
