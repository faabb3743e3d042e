import type pg from "pg";

/** What a server is, and how far it is in the journal that a primary writes and its standbys replay. */
export type Role = {
  isReadOnly: boolean;
  /** In bytes from the journal's beginning. */
  position: number;
  /**
   * Every promotion begins a new timeline. A standby follows at least this one; it learns of a new one when it receives
   * it, but the app's role may see that only at the standby's next restart point.
   */
  timeline: number;
};

/**
 * The place in the journal: of a primary behind everything that was committed before the question, of a standby behind
 * everything that it shows.
 */
export const POSITION = `(case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
  else pg_current_wal_insert_lsn() end - '0/0')::bigint`;

const ROLE = `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly",
  ${POSITION} as position,
  case when pg_is_in_recovery()
    then greatest((select timeline_id from pg_control_checkpoint()), (select received_tli from pg_stat_wal_receiver))
    else ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer end as timeline`;

/** Asks a server what it is. */
export async function readRole(client: pg.ClientBase): Promise<Role> {
  const { rows } = await client.query<{ isReadOnly: boolean; position: string | number; timeline: number }>(ROLE);
  const [row] = rows;
  if (!row) throw new Error("The server did not say what it is.");
  return { isReadOnly: row.isReadOnly, position: Number(row.position), timeline: row.timeline };
}

/** The answer to a heartbeat. */
export type Beat = {
  isStandby: boolean;
  /** As in `Role`. */
  position: number;
  /** Up to here the journal is on the server's disk, so that standbys can have it. */
  flushed: number;
};

const BEAT = `select pg_is_in_recovery() as "isStandby", ${POSITION} as position,
  (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end - '0/0')::bigint as flushed`;

/** Asks a server for a sign of life that says how far it is. */
export async function readBeat(client: pg.ClientBase): Promise<Beat> {
  const { rows } = await client.query<{ isStandby: boolean; position: string | number; flushed: string | number }>(
    BEAT,
  );
  const [row] = rows;
  if (!row) throw new Error("The server did not say how far it is.");
  return { isStandby: row.isStandby, position: Number(row.position), flushed: Number(row.flushed) };
}
