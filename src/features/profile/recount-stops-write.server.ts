import { sql } from "kysely";
import type { Trx } from "#db/connect.ts";

/**
 * Call after an administrator changed many people's stops (merged or deleted
 * companies). Recounts the stops and increases each profile's revision, so that
 * an open form cannot overwrite the change. The profiles must be locked.
 */
export async function recountStops(trx: Trx, profileKeys: readonly number[]): Promise<void> {
  await sql`update profile p set rev = p.rev + 1,
      stops = (select count(*) from stop e where e.profile_id = p.id)
    where p.id = any(${profileKeys}::bigint[])`.execute(trx);
}
