import { sql } from "kysely";

/** Any key that nobody else takes. */
const SAVES_LOCK = sql.lit(7_310_002);

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
