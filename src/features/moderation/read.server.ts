import { sql, type RawBuilder } from "kysely";
import { isPublicId } from "#core/ids.ts";
import type { Reader } from "#db/connect.ts";
import { isNamed, isNamedInCodes, needsCodes, plainText } from "#db/name-search.ts";
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

/** The indexes of names know letters and digits alone. For a text without any, every name would have to be read. */
const HAS_LETTER = /[\p{L}\p{N}]/u;

/** If an index finds more people, some of them are on every page of the list of all, and that list is walked instead. */
const MOST_BY_INDEX = 2_000;
const NAME = sql`plain_name(p.first_name, p.last_name, p.username)`;

/**
 * People for administrators. A text is searched in the public names of public people, one or two letters only at the
 * beginning of words. A text of signs alone finds nobody. Others are found by their id only, which a report contains.
 */
export async function readPeople(
  db: Reader,
  input: { text: string | undefined; cursor: string | undefined; suspended: boolean | undefined },
): Promise<PeoplePage> {
  const text = plainText(input.text ?? "");
  const after = readCursor(input.cursor);
  // As words and not as a value, so that the planner can use the index of suspended people.
  const state = input.suspended === undefined ? sql`true` : input.suspended ? sql`p.suspended` : sql`not p.suspended`;
  const page = sql`${state} and p.sort_key > ${after} order by p.sort_key limit ${PEOPLE_A_PAGE + 1}`;
  const read = async (condition: RawBuilder<unknown>): Promise<Row[]> =>
    (await sql<Row>`select ${SHOWN} from profile p where ${condition} and ${page}`.execute(db)).rows;
  const isPublic = sql`p.visibility = 'public' and p.created`;
  if (isPublicId(text)) return pageOfPeople(await read(sql`p.public_id = ${text}`));
  if (text === "") return pageOfPeople(await read(sql`p.visibility <> 'private' and p.created`));
  if (!HAS_LETTER.test(text)) return { people: [], next: "" };
  // Few are suspended, and they have an index.
  if (input.suspended === true) return pageOfPeople(await read(sql`${isPublic} and ${isNamed(NAME, text)}`));
  const found = await findNamed(db, text, page);
  // Inside coalesce, the planner neither uses an index of names nor expects few matches, so it walks in order.
  return pageOfPeople(found ?? (await read(sql`${isPublic} and coalesce(${isNamed(NAME, text)}, false)`)));
}

function pageOfPeople(rows: readonly Row[]): PeoplePage {
  const { shown, after } = pageOf(rows, PEOPLE_A_PAGE);
  return { people: shown.map(toPerson), next: after ?? "" };
}

/**
 * People by the indexes of names: one of people in lists, one of people who are suspended or have no stop.
 * @returns undefined if there are more than MOST_BY_INDEX
 */
async function findNamed(db: Reader, text: string, page: RawBuilder<unknown>): Promise<Row[] | undefined> {
  // The planner does not see the value of (select …). Otherwise it may read the whole table until it has that many.
  const half = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    (select p.* from profile p where ${condition} and p.visibility = 'public' limit (select ${MOST_BY_INDEX + 1}::bigint))`;
  const isIn = isNamed(NAME, text);
  // Only people in lists have an index for other scripts. The others are few, so all their names may be read.
  const isListed = sql`p.listed and ${needsCodes(text) ? isNamedInCodes(NAME, text) : isIn}`;
  const { rows } = await sql<{ isMore: boolean } & (Row | { sort_key: null })>`
    with found as materialized (${half(isListed)} union all ${half(sql`not p.listed and p.created and ${isIn}`)})
    select all_found.*, shown.* from (select exists (select from found offset ${MOST_BY_INDEX}) as "isMore") all_found
    left join (select ${SHOWN} from found p where ${page}) shown on true order by shown.sort_key`.execute(db);
  if (rows.some(({ isMore }) => isMore)) return undefined;
  return rows.flatMap((row) => (row.sort_key === null ? [] : [row]));
}

export async function readPerson(db: Reader, id: string): Promise<Person | undefined> {
  const { rows } = await sql<Row>`select ${SHOWN} from profile p where p.public_id = ${id}`.execute(db);
  return rows[0] && toPerson(rows[0]);
}
