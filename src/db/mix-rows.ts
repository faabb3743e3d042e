import { sql } from "kysely";
import { BACKUP_LOCK } from "./backup-dump.ts";
import type { Database } from "./connect.ts";

/**
 * Tables of the profile side (and sessions), each with an index whose order says nothing of time. A table keeps its rows in the order
 * in which they were written, and a dump shows that order: without this, the last profile in it belongs to the last
 * account, as surely as if its key were counted.
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
  // Of the account side: the place of a session that was ended without a time would tell when it was.
  session: "session_pkey",
};

/** A table up to this size is rewritten in a moment, at any hour; a larger one only at night. */
const SMALL_BYTES = 8 * 1024 * 1024;
const NIGHT_HOUR = 3;
/** Readers queue behind a rewrite that waits for its lock, so it gives up soon; the next run tries again. */
const LOCK_TIMEOUT_MS = 500;

/**
 * Rewrites the tables of the profile side in the order of their keys, which are random. Readers of a table wait
 * meanwhile.
 * @returns names of the tables that were rewritten; a busy one is left for the next run
 */
export async function mixRows(db: Database, now: Date): Promise<string[]> {
  const isNight = now.getUTCHours() === NIGHT_HOUR;
  const mixed: string[] = [];
  for (const [table, index] of Object.entries(MIXED)) {
    const { rows } = await sql<{ bytes: number }>`select pg_relation_size(${table}::regclass) as bytes`.execute(db);
    const bytes = rows[0]?.bytes ?? 0;
    if (bytes === 0 || (bytes > SMALL_BYTES && !isNight)) continue;
    if (await rewrite(db, table, index)) mixed.push(table);
  }
  return mixed;
}

class Busy extends Error {}

/** @returns false where somebody held the table for too long */
async function rewrite(db: Database, table: string, index: string): Promise<boolean> {
  try {
    await db.transaction().execute(async (trx) => {
      await sql`select set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true),
        set_config('statement_timeout', '0', true)`.execute(trx);
      // A backup reads every table to its end: readers would queue behind us, and we behind it.
      const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${BACKUP_LOCK}) as mine`.execute(
        trx,
      );
      if (rows[0]?.mine !== true) throw new Busy();
      await sql`cluster ${sql.table(table)} using ${sql.ref(index)}`.execute(trx);
    });
    return true;
  } catch (error) {
    if (error instanceof Busy) return false;
    if (error instanceof Error && "code" in error && error.code === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
}

const LOCK_NOT_AVAILABLE = "55P03";
