import { sql, type RawBuilder } from "kysely";
import { codeOf } from "#core/errors.ts";
import type { Database, Trx } from "./connect.ts";
import { DEADLOCK } from "./transact.ts";

/**
 * Stores the rows of a large table in another order while others read it, so that a dump does not show in which order
 * they were written. PostgreSQL's `CLUSTER` does the same, but lets nobody read until it is done: ten seconds and more
 * for the roles of a million people.
 *
 * An update writes a new copy of a row. If one transaction updates all rows of a page, the page has no room for the
 * copies, so they go to other pages. So this empties whole pages, in two rounds. The first empties pages drawn
 * by lot all over the table, to make room everywhere. The second empties the pages with rows that were written since the
 * last time, and others drawn by lot. Each time the rows are taken in a random order.
 */

/**
 * For each page with new rows, this many other pages are emptied too, so that a new row stands among many older ones.
 * At least `SHARE` of all pages is emptied.
 */
const TIMES = 2;
const SHARE = 0.05;
/** Pages that are emptied in one transaction. A change of one of their rows waits until it ends. */
const PAGES = 128;
/** The least bytes of a row in its page, with its place. */
const LEAST_BYTES = 28;
/**
 * From its second time in a transaction, an update looks up the rows that foreign keys name. If somebody holds one, as a
 * deletion does, these pages are left for the next night: both could wait for each other.
 */
const LOCK_TIMEOUT_MS = 100;
/** A page that is half empty needs two times. */
const MOST_TIMES = 6;
const OTHER_PLANS = ["enable_hashjoin", "enable_mergejoin", "enable_seqscan", "enable_indexscan", "enable_bitmapscan"];

/**
 * @param db without a time limit for statements
 * @param signal ends the work after the present transaction. The next call moves what is left
 * @returns whether all pages were gone through. Rows that somebody else changes meanwhile stay where they are, and are
 * new the next time too
 */
export async function moveRows(db: Database, table: string, signal?: AbortSignal): Promise<boolean> {
  const { fresh, pages, upTo } = await readPages(db, table);
  if (fresh.length === 0) return true;
  const column = await settableColumn(db, table);
  const share = Math.max(SHARE, (TIMES * fresh.length) / pages);
  for (const chosen of [[], fresh]) {
    const others = pagesByChance(pages, share, new Set(fresh));
    // Pages with new rows stay together, so that their rows are mixed with each other too.
    for (const part of shuffled(inParts([...shuffled(chosen), ...others]))) {
      if (signal?.aborted) return false;
      await emptyPages(db, table, column, part);
    }
    // Frees what was emptied. It must not shorten the file, which keeps readers out.
    await sql`vacuum (truncate off) ${sql.table(table)}`.execute(db);
  }
  await noteMixed(db, table, await oldestLeft(db, table, upTo));
  return true;
}

/** Has this table been mixed since it was made? A restored copy has not. */
export async function wasMixed(db: Database, table: string): Promise<boolean> {
  const { rows } = await sql`
    select from mixed_table where name = ${table} and up_to <= pg_current_xact_id()`.execute(db);
  return rows.length > 0;
}

/** Notes that all rows which transactions before `upTo` wrote are mixed. The next run looks at newer rows only. */
export async function noteMixed(db: Database | Trx, table: string, upTo: string): Promise<void> {
  await sql`
    insert into mixed_table (name, up_to, moved_by) values (${table}, ${upTo}::text::xid8, '{}')
    on conflict (name) do update set up_to = excluded.up_to, moved_by = array(
      select id from unnest(mixed_table.moved_by) id where id >= excluded.up_to)`.execute(db);
}

type Pages = { fresh: number[]; pages: number; upTo: string };

/** An SQL condition: was a row written since the table was mixed, and not by moving it? */
const isNew = (table: string): RawBuilder<unknown> => sql`
  age(xmin) <= (select pg_current_xact_id()::text::bigint - up_to::text::bigint from mixed_table where name = ${table})
    and xmin <> all((select moved_by from mixed_table where name = ${table})::xid[])`;

/**
 * How many pages the table has, and which have new rows. `upTo` is the oldest transaction that is running: its rows
 * cannot be seen yet.
 */
async function readPages(db: Database, table: string): Promise<Pages> {
  const { rows } = await sql<Pages>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as "upTo",
      pg_relation_size(${table}::regclass) / current_setting('block_size')::bigint as pages,
      array(select distinct (ctid::text::point)[0]::integer from ${sql.table(table)} where ${isNew(table)})
        as fresh`.execute(db);
  const [found] = rows;
  if (!found) throw new Error(`The pages of ${table} cannot be read.`);
  return found;
}

/**
 * Some rows could not be moved. This is the transaction that wrote the oldest of them, or `upTo` if none is older. The
 * next run begins there, so it takes these rows again.
 */
async function oldestLeft(db: Database, table: string, upTo: string): Promise<string> {
  const { rows } = await sql<{ oldest: string }>`
    select least(${upTo}::text::bigint, pg_current_xact_id()::text::bigint - max(age(xmin)))::text as oldest
    from ${sql.table(table)} where ${isNew(table)}`.execute(db);
  return rows[0]?.oldest ?? upTo;
}

/** About this share of the pages, in a random order, but none of these. */
function pagesByChance(pages: number, share: number, without: ReadonlySet<number>): number[] {
  const others = Array.from({ length: pages }, (_, page) => page).filter((page) => !without.has(page));
  return shuffled(others.filter(() => Math.random() < share));
}

/** Pages that are emptied together. */
function inParts(pages: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(pages.length / PAGES) }, (_, at) => pages.slice(at * PAGES, (at + 1) * PAGES));
}

function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((one) => [Math.random(), one] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, one]) => one);
}

/** A column that can be set to its own value. */
async function settableColumn(db: Database, table: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select attname::text as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = ''
    order by attnum limit 1`.execute(db);
  const [column] = rows;
  if (!column) throw new Error(`The table ${table} has no column that can be set.`);
  return column.name;
}

/**
 * Writes the rows of these pages again in a random order, except rows that somebody else changes now. If a page has
 * free space, PostgreSQL puts its rows back there, so this is repeated until the page has none.
 */
async function emptyPages(db: Database, table: string, column: string, pages: readonly number[]): Promise<void> {
  try {
    await db.transaction().execute(async (trx) => {
      // With the other plans switched off, PostgreSQL updates the rows in our random order, each found by its place. The
      // other plans would update them in the stored order, and nothing would be mixed.
      await sql`
        select set_config(name, 'off', true), set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true)
        from unnest(${OTHER_PLANS}::text[]) name`.execute(trx);
      for (let time = 0; time < MOST_TIMES; time += 1) {
        if ((await updateOnce(trx, table, column, pages)) === 0) break;
      }
      await sql`
        update mixed_table set moved_by = moved_by || pg_current_xact_id() where name = ${table}`.execute(trx);
    });
  } catch (error) {
    const code = codeOf(error);
    if (code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK) throw error;
  }
}

/** @returns how many rows stayed in these pages, because there was room */
async function updateOnce(trx: Trx, table: string, column: string, pages: readonly number[]): Promise<number> {
  const { rows } = await sql<{ stayed: number }>`
    with held as materialized (
      select ctid as place from ${sql.table(table)}
      where ctid = any(array(
        select format('(%s,%s)', page, number)::tid
        from unnest(${pages}::integer[]) page
        cross join generate_series(1, current_setting('block_size')::integer / ${LEAST_BYTES}::integer) number))
      for no key update skip locked
    ), moved as (
      update ${sql.table(table)} moved set ${sql.ref(column)} = moved.${sql.ref(column)}
      from (select place from held order by random()) held
      where moved.ctid = held.place
      returning (moved.ctid::text::point)[0]::integer as page
    )
    select count(*) filter (where page = any(${pages}::integer[])) as stayed from moved`.execute(trx);
  return rows[0]?.stayed ?? 0;
}

export const LOCK_NOT_AVAILABLE = "55P03";
