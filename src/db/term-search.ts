import { sql, type RawBuilder } from "kysely";
import { escapeLike } from "#core/text.ts";

/** Longer texts match nothing; it bounds the work of one call. */
export const MAX_SEARCH_TEXT = 80;
const MAX_PREFIX_HITS = 2_000;
const MAX_SIMILAR_HITS = 60;

const TABLES = {
  company: { term: sql.table("company_term"), key: sql.ref("company_id") },
  school: { term: sql.table("school_term"), key: sql.ref("school_id") },
} as const;

/**
 * What a typed text finds among companies or schools: rows `id, rank, distance`,
 * each once. Rank 0: a term begins with the text; rank 1: a term is like it
 * (one typo is forgiven), the nearer the smaller the distance.
 * @param key the text as foldText gives it, not empty
 */
export function termHits(of: keyof typeof TABLES, key: string): RawBuilder<unknown> {
  const { term, key: owner } = TABLES[of];
  return sql`(
    select id, min(rank) as rank, min(distance) as distance from (
      select id, 0 as rank, 0::real as distance from (
        select distinct ${owner} as id from ${term} where term like ${`${escapeLike(key)}%`} limit ${MAX_PREFIX_HITS}) p
      union all
      select id, 1 as rank, min(distance)::real as distance from (
        select ${owner} as id, term <-> ${key} as distance from ${term} where term % ${key}
        order by term <-> ${key} limit ${MAX_SIMILAR_HITS}) s
      group by id
    ) hit group by id)`;
}
