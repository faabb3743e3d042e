import { sql } from "kysely";
import { codeOf } from "#core/errors.ts";
import { BACKUP_LOCK } from "./backup-dump.ts";
import type { Database } from "./connect.ts";
import { LOCK_NOT_AVAILABLE, moveRows, noteMixed, wasMixed } from "./move-rows.ts";

/**
 * Tables of the profile side and of sessions, each with an index in random order. PostgreSQL keeps rows in the order of
 * writing, and a dump shows it. Without a rewrite, the last profile in the table would belong to the last account.
 */
const MIXED: Readonly<Record<string, string>> = {
  profile: "profile_pkey",
  username_reserved: "username_reserved_pkey",
  picture: "picture_pkey",
  stop: "stop_pkey",
  share_link: "share_link_pkey",
  role: "role_pkey",
  company: "company_pkey",
  company_alias: "company_alias_pkey",
  company_term: "company_term_pkey",
  company_stats: "company_stats_pkey",
  company_move: "company_move_pkey",
  school_company_stats: "school_company_stats_pkey",
  company_day: "company_day_pkey",
  school_stats: "school_stats_pkey",
  anonymous_stop: "anonymous_stop_pkey",
  anonymous_title: "anonymous_title_pkey",
  published_aggregate: "published_aggregate_pkey",
  published_member: "published_member_pkey",
  waiting_member: "waiting_member_pkey",
  published_rating: "published_rating_pkey",
  published_rating_member: "published_rating_member_pkey",
  waiting_rating: "waiting_rating_pkey",
  publish_person: "publish_person_pkey",
  publish_cell: "publish_cell_pkey",
  report: "report_pkey",
  report_act: "report_act_pkey",
  // An account table. The place of a session that ended without a time would reveal when it ended.
  session: "session_pkey",
};

/** Tables up to this size are rewritten at any hour, because it takes only a moment. */
const SMALL_BYTES = 8 * 1024 * 1024;
/** When the rows of larger ones are moved. One that was never mixed, as after a restore, is rewritten once. */
const NIGHT_HOUR = 3;
/**
 * Give up soon on a busy table, because readers queue behind a rewrite that waits for its lock. The next run tries
 * again.
 */
const LOCK_TIMEOUT_MS = 500;

type Mixing = {
  /** The night in which the rows of each large table were moved last. Missing: move each in this run. */
  nights?: Map<string, string>;
  /** Ends the work. A table that is being rewritten stays as it was. */
  signal?: AbortSignal;
  /** Larger tables than this are large. */
  smallBytes?: number;
};

/**
 * Puts the rows of the tables in the order of their random keys. Readers of a table wait while it is rewritten;
 * nobody waits while rows of a large one are moved.
 * @param db without a time limit for statements in the client, which would give up the work on a large table
 * @returns the tables whose rows have another order; busy ones are left for the next run
 */
export async function mixRows(
  db: Database,
  now: Date,
  { nights, signal, smallBytes = SMALL_BYTES }: Mixing = {},
): Promise<string[]> {
  const isNight = now.getUTCHours() === NIGHT_HOUR;
  const night = now.toISOString().slice(0, "2026-11-15".length);
  const mixed: string[] = [];
  for (const [table, index] of Object.entries(MIXED)) {
    if (signal?.aborted) break;
    const { rows } = await sql<{ bytes: number }>`select pg_relation_size(${table}::regclass) as bytes`.execute(db);
    const bytes = rows[0]?.bytes ?? 0;
    const isLarge = bytes > smallBytes;
    if (bytes === 0 || (isLarge && (!isNight || nights?.get(table) === night))) continue;
    const isMoved = isLarge && (await wasMixed(db, table));
    if (!(isMoved ? await moveRows(db, table, signal) : await rewrite(db, table, index, signal))) continue;
    mixed.push(table);
    if (isLarge) nights?.set(table, night);
  }
  return mixed;
}

class Busy extends Error {}

/** @returns false if the table was busy for too long, or the work was ended */
async function rewrite(db: Database, table: string, index: string, signal: AbortSignal | undefined): Promise<boolean> {
  let cancel: (() => void) | undefined;
  try {
    await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number; mine: boolean; upTo: string }>`
        select set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true),
          set_config('statement_timeout', '0', true), pg_backend_pid() as pid,
          -- A backup reads every table to the end. Without this lock, the rewrite would wait for it, and readers for
          -- the rewrite.
          pg_try_advisory_xact_lock(${BACKUP_LOCK}) as mine,
          pg_snapshot_xmin(pg_current_snapshot())::text as "upTo"`.execute(trx);
      const [found] = rows;
      if (found?.mine !== true) throw new Busy();
      // A large table takes minutes, and a stop waits for connections that work.
      cancel = () => void sql`select pg_cancel_backend(${found.pid})`.execute(db).catch(() => {});
      signal?.addEventListener("abort", cancel);
      if (signal?.aborted) throw new Busy();
      await sql`cluster ${sql.table(table)} using ${sql.ref(index)}`.execute(trx);
      await noteMixed(trx, table, found.upTo);
    });
    return true;
  } catch (error) {
    if (error instanceof Busy) return false;
    const code = codeOf(error);
    if (code === LOCK_NOT_AVAILABLE || (code === QUERY_CANCELED && signal?.aborted)) return false;
    throw error;
  } finally {
    if (cancel) signal?.removeEventListener("abort", cancel);
  }
}

const QUERY_CANCELED = "57014";
