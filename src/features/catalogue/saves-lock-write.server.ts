import { sql, type SqlBool } from "kysely";

/** The lock of saves, see below. The key may be any that nothing else uses. */
const SAVES_LOCK = sql.lit(7_310_002);

/** The lock that an administrator's change of companies holds until it ends. The key may be any that nothing else uses. */
export const STRUCTURE_LOCK = sql.lit(7_310_001);

/** Does an administrator's change of companies run? */
export const IS_CHANGING_COMPANIES = sql<SqlBool>`exists (
  select from pg_locks where locktype = 'advisory' and classid = 0 and objid = ${STRUCTURE_LOCK} and granted
    and database = (select oid from pg_database where datname = current_database()))`;

/**
 * The first lock of a save that puts companies into a pipeline, before any row. It allows other saves and most changes
 * of companies at the same time. One of the values of a select.
 */
export const ENTER_SAVE = sql`pg_advisory_xact_lock_shared(${SAVES_LOCK})`;

/**
 * Waits until running saves end, and makes new ones wait. A row lock is not enough: PostgreSQL lets new saves share it
 * before a waiting exclusive lock, so a popular company would never be free. Advisory locks are granted in the order of
 * the requests.
 */
export const HOLD_SAVES = sql`select pg_advisory_xact_lock(${SAVES_LOCK})`;
