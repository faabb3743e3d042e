import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import type { Reader } from "./connect.ts";

/**
 * Estimates about the terms of companies or schools. They choose which pieces of a text are looked for, so without them
 * a search finds fewer similar names.
 */
type TermStatistics = {
  /** Roughly how many terms contain a piece of three letters. A missing piece is rare. */
  pieces: ReadonlyMap<string, number>;
  /** Keys of the schools with the most people, then of the best known schools. */
  top: readonly number[];
  /** Does the index hold pieces with letters other than a to z? That depends on the database's locale: not with C.UTF-8. */
  knowsAllLetters: boolean;
};

const LIFE_MS = 3_600_000;
/** The pool's clients must wait as long. */
export const TERM_STATISTICS_MS = 20_000;
/** About how many bytes of the table are counted, so that it takes a tenth of a second on a large site too. */
const SAMPLE_BYTES = 500_000;
/** Pieces in fewer terms are left out as rare. */
const MIN_HITS = 40;
/** Every text is compared with this many schools that have the most people or are the best known. */
const TOP_SCHOOLS = 600;

/** Counts only companies that others may see. Otherwise the cost of a search would reveal the others. */
const TERMS = {
  company: { table: sql.table("company_term"), counted: sql`offered` },
  school: { table: sql.table("school_term"), counted: sql`true` },
} as const;

/** How long the first searches of a process wait for them. On a busy machine counting takes ten times as long. */
const MAX_WAIT_MS = 2_000;

type Kept = { statistics: TermStatistics; until: number; first?: Promise<unknown> };
const NONE: TermStatistics = { pieces: new Map(), top: [], knowsAllLetters: false };
const kept = new WeakMap<Reader, Map<string, Kept>>();

/**
 * Returns the statistics as last read. Reads missing or old ones again in the background.
 * @param now milliseconds of any monotonic clock
 */
export function termStatistics(db: Reader, of: "company" | "school", now = performance.now()): TermStatistics {
  const known = kept.get(db) ?? new Map<string, Kept>();
  kept.set(db, known);
  const held = known.get(of);
  if (held && held.until > now) return held.statistics;
  const statistics = held?.statistics ?? NONE;
  const next: Kept = { statistics, until: now + LIFE_MS };
  known.set(of, next);
  if (db.isTransaction) return statistics;
  const read = readStatistics(db, of).then(
    (fresh) => known.set(of, { statistics: fresh, until: now + LIFE_MS }),
    // The next search tries again. Old ones stay in use until then: without any, it would wait and find less.
    () => (held ? known.set(of, { statistics, until: now }) : known.delete(of)),
  );
  if (!held) next.first = read;
  return statistics;
}

/** Waits until the first statistics are read, but not for long. Call it before a search. */
export async function haveTermStatistics(db: Reader, of: "company" | "school"): Promise<void> {
  termStatistics(db, of);
  const first = kept.get(db)?.get(of)?.first;
  if (first === undefined) return;
  const timer = new AbortController();
  await Promise.race([first, setTimeout(MAX_WAIT_MS, undefined, { signal: timer.signal }).catch(() => {})]);
  timer.abort();
}

/** Runs in the background with a longer time limit than a look-up has. */
async function readStatistics(db: Reader, of: "company" | "school"): Promise<TermStatistics> {
  return await db.transaction().execute(async (trx) => {
    await sql`select set_config('statement_timeout', ${String(TERM_STATISTICS_MS)}, true)`.execute(trx);
    return await countTerms(trx, of);
  });
}

async function countTerms(db: Reader, of: "company" | "school"): Promise<TermStatistics> {
  const { table, counted } = TERMS[of];
  const { rows } = await sql<{ piece: string; hits: number }>`
    with size as (
      select least(100, ${SAMPLE_BYTES} * 100.0 / greatest(1, pg_relation_size(${`${of}_term`}::regclass))) as percent)
    select piece, (count(*) * 100 / percent)::real as hits
    from size, ${table} tablesample bernoulli ((select percent from size)), unnest(show_trgm(term)) as piece
    where ${counted} and piece !~ ' ' group by piece, percent having count(*) * 100 / percent >= ${MIN_HITS}`.execute(
    db,
  );
  const top =
    of === "company"
      ? { rows: [] }
      : await sql<{ id: number }>`
          select id from (
            select school_id as id, visible_people as people from school_stats where visible_people > 0
            union all select id, 0 from school where known = 2
          ) s group by id order by max(people) desc, id limit ${TOP_SCHOOLS}`.execute(db);
  const { rows: letters } = await sql<{ isPiece: boolean }>`select show_trgm('дом') <> '{}' as "isPiece"`.execute(db);
  return {
    knowsAllLetters: letters[0]?.isPiece === true,
    pieces: new Map(rows.map(({ piece, hits }) => [piece, hits])),
    top: top.rows.map(({ id }) => id),
  };
}
