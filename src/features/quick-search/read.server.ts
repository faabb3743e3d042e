import { sql } from "kysely";
import { escapeLike, foldText } from "#core/text.ts";
import type { Reader } from "#db/connect.ts";
import { suggestCompanies } from "#features/company/read.server.ts";
import { suggestSchools } from "#features/school/read.server.ts";
import { MAX_HITS, type QuickSearchResults } from "./schema.ts";

/** Longer texts are cut; no name is that long. */
const MAX_TEXT = 80;

type PersonRow = { public_id: string; first_name: string; last_name: string; username: string | null };

/**
 * Public people whose name or username has the text's words, and those spelt
 * like it. What anonymous and private people have stored is in no condition
 * and no index of this query.
 */
async function findPeople(db: Reader, text: string): Promise<QuickSearchResults["people"]> {
  const key = foldText(text);
  // One letter would match half of everybody.
  if (key.length < 2) return [];
  const words = key.split(" ").slice(0, 4);
  const name = sql`plain_name(first_name, last_name, username)`;
  const { rows } = await sql<PersonRow>`
    select public_id, first_name, last_name, username from profile
    where listed and visibility = 'public'
      and (${sql.join(
        words.map((word) => sql`${name} like ${`%${escapeLike(word)}%`}`),
        sql` and `,
      )} or ${key} <% ${name})
    order by (${name} like ${`${escapeLike(key)}%`}) desc, word_similarity(${key}, ${name}) desc, sort_key
    limit ${MAX_HITS}`.execute(db);
  return rows.map((row) => ({
    _id: row.public_id,
    name: `${row.first_name} ${row.last_name}`.trim(),
    username: row.username ?? "",
  }));
}

/** Companies, schools and public people that match a text. */
export async function readQuickSearch(db: Reader, text: string): Promise<QuickSearchResults> {
  const given = text.slice(0, MAX_TEXT).trim();
  if (given === "") return { companies: [], schools: [], people: [] };
  const [companies, schools, people] = await Promise.all([
    suggestCompanies(db, given, Number.MAX_SAFE_INTEGER),
    suggestSchools(db, given),
    findPeople(db, given),
  ]);
  return {
    companies: companies.slice(0, MAX_HITS).map(({ _id, displayName, logo }) => ({ _id, name: displayName, logo })),
    schools: schools.slice(0, MAX_HITS).map(({ _id, name, country, logo }) => ({ _id, name, country, logo })),
    people,
  };
}
