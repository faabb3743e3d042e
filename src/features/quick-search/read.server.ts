import { sql } from "kysely";
import { escapeLike, foldText } from "#core/text.ts";
import type { Reader } from "#db/connect.ts";
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
  has_words: boolean;
};

/**
 * Finds public people whose name or username contains the text's words. Similar spellings come only if there are none.
 * No condition and no index of this query uses data of anonymous or private people.
 */
async function findPeople(db: Reader, text: string): Promise<QuickSearchResults["people"]> {
  const key = foldText(text);
  // One letter would match half of everybody.
  if (key.length < 2) return [];
  const words = key.split(" ").slice(0, 4);
  const name = sql`plain_name(first_name, last_name, username)`;
  const hasWords = sql.join(
    words.map((word) => sql`${name} like ${`%${escapeLike(word)}%`}`),
    sql` and `,
  );
  const { rows } = await sql<PersonRow>`
    select public_id, first_name, last_name, username, (${hasWords}) as has_words from profile
    where listed and visibility = 'public' and ((${hasWords}) or ${key} <% ${name})
    order by has_words desc, (${name} like ${`${escapeLike(key)}%`}) desc, word_similarity(${key}, ${name}) desc, sort_key
    limit ${MAX_HITS}`.execute(db);
  const meant = rows.filter((row) => row.has_words);
  return (meant.length > 0 ? meant : rows).map((row) => ({
    _id: row.public_id,
    name: `${row.first_name} ${row.last_name}`.trim(),
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
