import { sql } from "kysely";
import type { Database } from "#db/connect.ts";

/**
 * Lets jobs that failed be tried again at once, instead of after a pause. Call it again and again while you wait. How
 * long the pauses are, mail-sending.test.ts and jobs.test.ts say.
 */
export async function retryJobs(db: Database): Promise<void> {
  await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(db);
}
