import type pg from "pg";

/** Primary or standby, and how much of the write-ahead log a server has written or replayed. */
export type Role = {
  isStandby: boolean;
  /** True for a standby, and for a primary that takes no changes. */
  isReadOnly: boolean;
  /**
   * In bytes from the journal's beginning. Of a primary: behind everything that was committed before the question. Of a
   * standby: behind everything that it shows.
   */
  position: number;
  /**
   * Of a primary: behind everything that anybody can have seen. With synchronous replication a standby has it already,
   * and the role needs `pg_monitor` to know how far that is; otherwise the same as `position`.
   */
  seen: number;
  /** Of a standby: up to here it has received the journal. */
  received: number;
  /** Of a standby: has somebody paused its replay, so that it shows no newer changes? */
  isPaused: boolean;
  /**
   * Every promotion begins a new timeline. A standby follows at least this one; it learns of a new one when it receives
   * it, but the app's role may see that only at the standby's next restart point.
   */
  timeline: number;
  /** The same for a primary and its standbys, in the same database. */
  identity: string;
  /** Tells servers apart that share a name or a proxy. Another one after a restart. */
  server: string;
};

/** To the microsecond, which no two servers share. Their addresses would differ by the way that leads to them. */
const SERVER = "select extract(epoch from pg_postmaster_start_time())::text as server";

// A commit is on the disk before others see it, unless synchronous_commit is off.
const ROLE = `select is_standby as "isStandby",
  is_standby or current_setting('transaction_read_only')::boolean as "isReadOnly",
  (case when is_standby then pg_last_wal_replay_lsn()
    when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end - '0/0')::bigint as position,
  case when current_setting('synchronous_commit') in ('on', 'remote_apply') then
    ((select max(flush_lsn) from pg_stat_replication where sync_state in ('sync', 'quorum')) - '0/0')::bigint end as seen,
  (case when is_standby then coalesce(pg_last_wal_receive_lsn(), '0/0') else '0/0' end - '0/0')::bigint as received,
  is_standby and pg_get_wal_replay_pause_state() <> 'not paused' as "isPaused",
  case when is_standby
    then greatest((select timeline_id from pg_control_checkpoint()), (select received_tli from pg_stat_wal_receiver))
    else ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer end as timeline,
  (select system_identifier from pg_control_system()) || '/' || current_database() as identity,
  extract(epoch from pg_postmaster_start_time())::text as server
from (select pg_is_in_recovery() as is_standby offset 0) as server`;

type Row = Record<keyof Role, unknown> & {
  isStandby: boolean;
  isReadOnly: boolean;
  isPaused: boolean;
  identity: string;
  server: string;
};

type Queryable = { query: (sql: string, parameters: unknown[]) => Promise<{ rows: { server: string }[] }> };

/** Asks which server a connection, or a pool, leads to. */
export async function readServer(client: Queryable): Promise<string> {
  const { rows } = await client.query(SERVER, []);
  return rows[0]?.server ?? "";
}

/** Asks a server what it is and how far it is. */
export async function readRole(client: pg.ClientBase): Promise<Role> {
  const { rows } = await client.query<Row>(ROLE);
  const [row] = rows;
  if (!row) throw new Error("The server did not say what it is.");
  return {
    ...row,
    position: Number(row.position),
    seen: Number(row.seen ?? row.position),
    received: Number(row.received),
    timeline: Number(row.timeline),
  };
}
