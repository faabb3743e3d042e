import { sql, type RawBuilder } from "kysely";
import { escapeLike } from "#core/text.ts";
import type { Reader } from "./connect.ts";
import { termStatistics } from "./term-statistics.ts";

/** Rows that one search looks at, whatever the text: its work is bounded by them. */
const MAX_PREFIX_HITS = 200;
const TOP_COMPANIES = 400;
const MAX_CANDIDATES = 600;
const MAX_SIMILAR_HITS = 60;
/** Words of a text that are looked at, and pieces of them. */
const MAX_WORDS = 8;
const MAX_PIECES = 16;

const TABLES = {
  company: { term: sql.table("company_term"), key: sql.ref("company_id") },
  school: { term: sql.table("school_term"), key: sql.ref("school_id") },
} as const;

/**
 * The rarest pieces of three letters in a text. A term that is like the text holds some of them, unless all are in too
 * many terms: then they tell nothing, and looking at all those terms is what would cost.
 * @param hitsOf about how many terms hold a piece
 */
export function rarePieces(key: string, hitsOf: (piece: string) => number): string[] {
  const pieces = new Set<string>();
  const words = key.split(/[^\p{L}\p{N}]+/u).slice(0, MAX_WORDS);
  for (const word of words) {
    const letters = [...word];
    for (let at = 0; at + 3 <= letters.length; at += 1) pieces.add(letters.slice(at, at + 3).join(""));
  }
  const byHits = [...pieces].map((piece) => ({ piece, hits: hitsOf(piece) })).toSorted((a, b) => a.hits - b.hits);
  let room = MAX_CANDIDATES;
  return byHits.slice(0, MAX_PIECES).flatMap(({ piece, hits }) => {
    room -= hits;
    return room >= 0 ? [piece] : [];
  });
}

/** Of a text's likeness to a term: less is another word ("usps" and "ups"). */
const LIKE_FROM = 0.4;
/** A term of fewer letters than this share of the text's is a part of a name: "labs" of "Quarry Labs". */
const LENGTH_FROM = 0.6;

/**
 * What a typed text finds among companies or schools: rows `id, rank, is_word, distance`, each once. Rank 0: a term
 * begins with the text (`is_word`: and its word ends there); rank 1, only if none does: a term is like it (one typo is
 * forgiven), the nearer the smaller the distance. Of very many terms that begin so, those of the best known owners and
 * the first by the alphabet.
 * @param key the text as foldText gives it, not empty
 * @param isMeant of a term `w`, whether it counts at all: others take nobody's place among those that are looked at
 */
export function termHits(
  db: Reader,
  of: keyof typeof TABLES,
  key: string,
  isMeant: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  const { term, key: owner } = TABLES[of];
  const { pieces, top } = termStatistics(db, of);
  const begins = sql`term like ${`${escapeLike(key)}%`}`;
  const isWord = sql`(w.term = ${key} or w.term like ${`${escapeLike(key)} %`})`;
  const known =
    of === "company"
      ? sql`select company_id as id from company_stats order by people desc, company_id limit ${TOP_COMPANIES}`
      : sql`select unnest(${top}::bigint[]) as id`;
  const rare = rarePieces(key, (piece) => pieces.get(piece) ?? 0).map((piece) => `%${piece}%`);
  // Nothing that is not meant may keep similar names away: that would tell of it. The pieces come as rows, so that the
  // planner goes by the index each time: by what it knows of all terms it may rather read the whole table.
  const begun = sql`
    select id, bool_or(is_word) as is_word from (
      (select ${owner} as id, ${isWord} as is_word from ${term} w where ${begins} and ${isMeant}
        order by term using ~<~ limit ${MAX_PREFIX_HITS})
      union all
      (select id, t.is_word from (${known}) best cross join lateral (
        select ${isWord} as is_word from ${term} w where w.${owner} = best.id and ${begins} and ${isMeant}
        order by is_word desc limit 1) t)
    ) p group by id`;
  const similar = sql`
    select id, 1 as rank, false as is_word, min(distance)::real as distance from (
      select id, term <-> ${key} as distance
      from (select distinct id, term from (
        select w.id, w.term from unnest(${rare}::text[]) as piece (pattern)
        cross join lateral (
          select ${owner} as id, term from ${term} w where term like piece.pattern and ${isMeant}
          limit ${MAX_CANDIDATES}) w
        where not exists (select from begun) limit ${MAX_CANDIDATES}) every) c
      where term % ${key} and length(term) >= ${LENGTH_FROM}::real * length(${key})
        and term <-> ${key} <= ${1 - LIKE_FROM}::real
      order by distance limit ${MAX_SIMILAR_HITS}) s
    group by id`;
  return sql`(
    with begun as materialized (${begun})
    select id, 0 as rank, is_word, 0::real as distance from begun
    ${rare.length === 0 ? sql`` : sql`union all ${similar}`})`;
}
