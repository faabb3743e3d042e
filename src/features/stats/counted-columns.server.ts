import { sql } from "kysely";

/**
 * Of a stop `e` and its company `c`, what contributionsOf needs and nobody else. The comment names the views that say
 * the same, for those who look at the statement in the database.
 */
export const COUNTED_STOP = sql`
  /* as company_stats_by_person, company_move_by_person, school_company_stats_by_person */
  e.company_id, c.status = 'new'`;
