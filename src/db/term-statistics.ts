import { sql } from "kysely";
import type { Reader } from "./connect.ts";

/** What is known of the terms of companies or schools, about; none of it decides what is found, only what it costs. */
export type TermStatistics = {
  /** About how many terms hold a piece of three letters; absent: few. */
  pieces: ReadonlyMap<string, number>;
  /** Keys of the schools that most people come from, and of the best known ones. */
  top: readonly number[];
};

const LIFE_MILLISECONDS = 3_600_000;
/** Percent of the terms that are counted. */
const SAMPLE = 25;
/** Pieces with fewer hits in the sample are as good as unknown. */
const MIN_HITS = 10;
/** Schools that are looked at for every text, because many people come from them or know them. */
const TOP_SCHOOLS = 600;

/** Of companies those that others may know of: what a search costs must not tell of the rest. */
const TERMS = {
  company: { table: sql.table("company_term"), counted: sql`offered` },
  school: { table: sql.table("school_term"), counted: sql`true` },
} as const;

type Kept = { statistics: TermStatistics; until: number };
const NONE: TermStatistics = { pieces: new Map(), top: [] };
const kept = new WeakMap<Reader, Map<string, Kept>>();

/**
 * The statistics as last read. Where they are missing or old they are read anew, and nobody waits for that.
 * @param now milliseconds, of any clock that goes forward
 */
export function termStatistics(db: Reader, of: "company" | "school", now = performance.now()): TermStatistics {
  const known = kept.get(db) ?? new Map<string, Kept>();
  kept.set(db, known);
  const held = known.get(of);
  if (held && held.until > now) return held.statistics;
  const statistics = held?.statistics ?? NONE;
  known.set(of, { statistics, until: now + LIFE_MILLISECONDS });
  if (db.isTransaction) return statistics;
  readStatistics(db, of).then(
    (fresh) => known.set(of, { statistics: fresh, until: now + LIFE_MILLISECONDS }),
    // Without them a search costs more and finds the same; the next one tries again.
    () => known.delete(of),
  );
  return statistics;
}

/** It takes longer than a look-up may, in the background. */
async function readStatistics(db: Reader, of: "company" | "school"): Promise<TermStatistics> {
  return await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 20000`.execute(trx);
    return await countTerms(trx, of);
  });
}

async function countTerms(db: Reader, of: "company" | "school"): Promise<TermStatistics> {
  const { rows } = await sql<{ piece: string; hits: number }>`
    select piece, count(*)::integer as hits
    from ${TERMS[of].table} tablesample bernoulli (${SAMPLE}::real), unnest(show_trgm(term)) as piece
    where ${TERMS[of].counted} and piece !~ ' ' group by piece having count(*) >= ${MIN_HITS}`.execute(db);
  const top =
    of === "company"
      ? { rows: [] }
      : await sql<{ id: number }>`
          select id from (
            select school_id as id, sum(people) as people from school_company_stats group by school_id
            union all select id, 0 from school where known = 2
          ) s group by id order by max(people) desc, id limit ${TOP_SCHOOLS}`.execute(db);
  return {
    pieces: new Map(rows.map(({ piece, hits }) => [piece, (hits * 100) / SAMPLE])),
    top: top.rows.map(({ id }) => id),
  };
}
