import { sql } from "kysely";
import type { Trx } from "#db/connect.ts";

/**
 * After a change of many people's stops from outside (companies merged,
 * deleted): counts the stops anew and gives each profile its next revision, so
 * that a form opened before it cannot bring the old state back unnoticed. The
 * people must be locked.
 */
export async function recountStops(trx: Trx, profileKeys: readonly number[]): Promise<void> {
  await sql`update profile p set rev = p.rev + 1,
      stops = (select count(*) from stop e where e.profile_id = p.id)
    where p.id = any(${profileKeys}::bigint[])`.execute(trx);
}
