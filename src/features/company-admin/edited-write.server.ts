import { sql } from "kysely";
import type { Trx } from "#db/connect.ts";
import { isOfferedByKey } from "#features/stats/read.server.ts";

/**
 * Notes that an administrator has changed a company: a newer catalogue leaves it alone from then on, and everybody sees
 * its spelling. Not if hidden people alone have typed it: its spelling is one of theirs, which would become everybody's
 * with the first person who can be seen there.
 */
export async function markEdited(trx: Trx, companyKey: number): Promise<void> {
  await sql`update company c set edited = true where c.id = ${companyKey} and ${isOfferedByKey("c")}`.execute(trx);
}
