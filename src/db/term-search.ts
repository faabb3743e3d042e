import { sql, type RawBuilder } from "kysely";
import { escapeLike } from "#core/text.ts";
import type { Reader } from "./connect.ts";
import { termStatistics } from "./term-statistics.ts";

/** How many rows one search reads at most, so that every search has a bounded cost. */
const MAX_PREFIX_HITS = 200;
const TOP_COMPANIES = 400;
const MAX_CANDIDATES = 600;
const MAX_SIMILAR_HITS = 60;
/** How many words of a text are read at most, and how many pieces of three letters. */
const MAX_WORDS = 8;
const MAX_PIECES = 16;

const TABLES = {
  company: { term: sql.table("company_term"), key: sql.ref("company_id") },
  school: { term: sql.table("school_term"), key: sql.ref("school_id") },
} as const;

/**
 * Chooses the rarest pieces of three letters in a text. A similar term contains at least one of them. Pieces that are
 * in too many terms are left out: they tell little, and reading all those terms would be slow.
 * @param hitsOf roughly how many terms contain a piece
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

/**
 * Lengths of a text in which two neighbouring letters are swapped. A shorter text becomes another word by that. A longer
 * one is found anyway, because most of its three-letter pieces are right.
 */
const [LEAST_SWAPPED, MOST_SWAPPED] = [5, 24];
/** Terms that begin with one of these. */
const MAX_SWAPPED_HITS = 20;
/** A term with two letters in the other order is closer than one that is only similar. */
const SWAP_DISTANCE = 0.2;
/** No character comes after it. */
const LAST_CHARACTER = "\u{10FFFF}";

/** The text with two neighbouring letters in the other order, each pair once: the commonest typing error. */
export function swappedLetters(key: string): string[] {
  const letters = [...key];
  if (letters.length < LEAST_SWAPPED || letters.length > MOST_SWAPPED) return [];
  return letters.slice(1).flatMap((second, at) => {
    const first = letters[at] ?? "";
    return first === second || first === " " || second === " "
      ? []
      : letters
          .with(at, second)
          .with(at + 1, first)
          .join("");
  });
}

/** Terms with a lower similarity are other words, such as "usps" and "ups". */
const LIKE_FROM = 0.4;
/** A term that is shorter than this share of the text is only a part of a name, such as "labs" of "Quarry Labs". */
const LENGTH_FROM = 0.6;

/**
 * Finds companies or schools by a typed text: rows `id, rank, is_word, distance`, one for each company or school.
 * - Rank 0: one of its terms begins with the text. `is_word` is true if the text ends where a word of that term ends. If
 *   very many terms begin with the text, only those of the best known owners and the first of the alphabet are given.
 * - Rank 1, only if nothing has rank 0: a term begins with the text after two neighbouring letters are swapped, or is
 *   similar to the text. The smaller the distance, the more similar.
 * @param key the text as foldText returns it, not empty
 * @param isMeant an SQL condition on a term `w`. Other terms are ignored and take no place among the rows that are
 * read.
 */
export function termHits(
  db: Reader,
  of: keyof typeof TABLES,
  key: string,
  isMeant: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  const { term, key: owner } = TABLES[of];
  const { pieces, top, knowsAllLetters } = termStatistics(db, of);
  const begins = sql`term like ${`${escapeLike(key)}%`}`;
  const isWord = sql`(w.term = ${key} or w.term like ${`${escapeLike(key)} %`})`;
  const known =
    of === "company"
      ? sql`select company_id as id from company_stats
          order by size_class desc, people desc, company_id limit ${TOP_COMPANIES}`
      : sql`select unnest(${top}::bigint[]) as id`;
  // The index does not hold pieces with other letters. For each of them PostgreSQL would read all terms.
  const isHeld = (piece: string) => knowsAllLetters || /^[a-z0-9]+$/.test(piece);
  const hitsOf = (piece: string) => (isHeld(piece) ? (pieces.get(piece) ?? 0) : Infinity);
  const rare = rarePieces(key, hitsOf).map((piece) => `%${piece}%`);
  // Where fewer terms begin with the text than are read, all of them were read, also those of the best known owners.
  // offset 0: each well-known owner's few terms are read. Otherwise the planner may read all terms that begin with the
  // text, once for each owner.
  const begun = sql`
    select id, bool_or(is_word) as is_word from (
      select id, is_word from early
      union all
      (select id, t.is_word from (${known}) best cross join lateral (
        select ${isWord} as is_word from (select * from ${term} where ${owner} = best.id offset 0) w
        where ${begins} and ${isMeant} order by is_word desc limit 1) t
        where (select count(*) from early) = ${MAX_PREFIX_HITS})
    ) p group by id`;
  // The range, because an index cannot look for a pattern that comes as a row.
  const swapped = sql`
    select w.id, ${SWAP_DISTANCE}::real as distance from unnest(${swappedLetters(key)}::text[]) as swap (begin)
    cross join lateral (
      select ${owner} as id from ${term} w
      where term ~>=~ swap.begin and term ~<~ (swap.begin || ${LAST_CHARACTER}) and ${isMeant}
        and not exists (select from begun)
      order by term using ~<~ limit ${MAX_SWAPPED_HITS}) w`;
  // offset 0: terms that are too short are left out first. Otherwise a long text is compared with each of them.
  // Terms without `isMeant` must not displace similar names, because that would reveal them. The pieces come as rows,
  // so that the planner always uses the index; otherwise its statistics may make it read the whole table.
  const similar = sql`
    (select id, term <-> ${key} as distance
      from (select id, term from (select distinct id, term from (
        select w.id, w.term from unnest(${rare}::text[]) as piece (pattern)
        cross join lateral (
          select ${owner} as id, term from ${term} w where term like piece.pattern and ${isMeant}
          limit ${MAX_CANDIDATES}) w
        where not exists (select from begun) limit ${MAX_CANDIDATES}) every) read
        where length(term) >= ${LENGTH_FROM}::real * length(${key}) offset 0) c
      where term % ${key} and term <-> ${key} <= ${1 - LIKE_FROM}::real
      order by distance limit ${MAX_SIMILAR_HITS})`;
  return sql`(
    with early as materialized (
      select ${owner} as id, ${isWord} as is_word from ${term} w where ${begins} and ${isMeant}
      order by term using ~<~ limit ${MAX_PREFIX_HITS}
    ), begun as materialized (${begun})
    select id, 0 as rank, is_word, 0::real as distance from begun
    union all
    select id, 1 as rank, false as is_word, min(distance)::real as distance
    from (${swapped} ${rare.length === 0 ? sql`` : sql`union all ${similar}`}) near group by id)`;
}
