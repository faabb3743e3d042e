import { sql, type RawBuilder } from "kysely";
import { escapeLike, fullName } from "#core/text.ts";
import type { Reader } from "#db/connect.ts";
import { hasPieces, isNamed, isNamedInCodes, spellingsOf } from "#db/name-search.ts";
import { suggestCompanies } from "#features/company/read.server.ts";
import { askForPage, readTitles, type Paths } from "#features/path/read.server.ts";
import { suggestSchools } from "#features/school/read.server.ts";
import { findTitles } from "#features/title/pure/find-titles.ts";
import { MAX_HITS, type QuickSearchResults } from "./schema.ts";

/** Longer texts are cut; no name is that long. */
const MAX_TEXT = 80;

type PersonRow = {
  public_id: string;
  first_name: string;
  last_name: string;
  username: string | null;
};

/** The best matches are chosen among this many people at most, because tens of thousands may share a name. */
const MOST_LOOKED_AT = 300;
/** No name has more words; each costs a look at the index. */
const MOST_WORDS = 4;
const NAME = sql`plain_name(first_name, last_name, username)`;

/** Texts without pieces are looked for in the index of codes. With one piece, the index of names finds few enough. */
function areWords(words: readonly string[]): RawBuilder<unknown> {
  const isWord = words.some(hasPieces) ? isNamed : isNamedInCodes;
  return sql`(${sql.join(
    words.map((word) => isWord(NAME, word)),
    sql` and `,
  )})`;
}

/**
 * The best of the public people whose name meets a condition, those first whose name begins with the text. The planner
 * does not see the value of `(select …)`. If it did, it would read the whole table until it has that many people.
 */
async function findBest(db: Reader, key: string, isMeant: RawBuilder<unknown>): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select public_id, first_name, last_name, username from (
      select public_id, first_name, last_name, username, sort_key, ${NAME} as name from profile
      where listed and visibility = 'public' and (${isMeant}) limit (select ${MOST_LOOKED_AT}::bigint)
    ) found
    order by (name like ${`${escapeLike(key)}%`}) desc, word_similarity(${key}, name) desc, sort_key
    limit ${MAX_HITS}`.execute(db);
  return rows;
}

/**
 * Finds public people whose name or username contains the text's words. Similar spellings come only if there are none.
 * No condition and no index of these queries uses data of anonymous or private people.
 */
async function findPeople(db: Reader, text: string): Promise<QuickSearchResults["people"]> {
  const spellings = spellingsOf(text).map((spelling) => [...new Set(spelling.split(" ").slice(0, MOST_WORDS))]);
  const [words = []] = spellings;
  // Single letters would match half of everybody.
  if (words.every((word) => word.length < 2)) return [];
  const key = words.join(" ");
  const named = await findBest(db, key, sql.join(spellings.map(areWords), sql` or `));
  // A text without pieces is like no name, but PostgreSQL would compare it with all of them.
  const isAlike = sql`(select show_trgm(${key}) <> '{}') and ${key} <% ${NAME}`;
  const rows = named.length > 0 ? named : await findBest(db, key, isAlike);
  return rows.map((row) => ({
    _id: row.public_id,
    name: fullName(row.first_name, row.last_name),
    username: row.username ?? "",
  }));
}

/** What a search by text needs: its own connections, and the path engine if it is running. */
export type Searched = { lookups: Reader; paths: Paths | undefined };

async function findHeldTitles(paths: Paths | undefined, text: string): Promise<QuickSearchResults["titles"]> {
  const held = await askForPage(paths, readTitles);
  if (held === "not-ready") return [];
  return findTitles(text, held.titles, MAX_HITS).map(({ slug, name }) => ({ slug, name }));
}

/** Companies, schools, public people and titles that match a text. */
export async function readQuickSearch({ lookups: db, paths }: Searched, text: string): Promise<QuickSearchResults> {
  const given = text.slice(0, MAX_TEXT).trim();
  if (given === "") return { companies: [], schools: [], people: [], titles: [] };
  const [companies, schools, people, titles] = await Promise.all([
    suggestCompanies(db, given, Number.MAX_SAFE_INTEGER),
    suggestSchools(db, given),
    findPeople(db, given),
    findHeldTitles(paths, given),
  ]);
  return {
    companies: companies.slice(0, MAX_HITS).map(({ _id, displayName, logo }) => ({ _id, name: displayName, logo })),
    schools: schools.slice(0, MAX_HITS).map(({ _id, name, country, logo }) => ({ _id, name, country, logo })),
    people,
    titles,
  };
}
