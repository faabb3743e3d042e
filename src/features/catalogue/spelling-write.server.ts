import { sql } from "kysely";
import type { Trx } from "#db/connect.ts";
import { renewTerms } from "./terms-write.server.ts";

/**
 * Gives typed companies this person's spelling if nobody else is visible there. The spelling of a hidden person who
 * typed the name first must not show.
 */
export async function takeSpelling(trx: Trx, profileKey: number): Promise<void> {
  const { rows } = await sql<{ id: number; spelling: string }>`
    select c.id, e.company_name as spelling from stop e join company c on c.id = e.company_id
    where e.profile_id = ${profileKey} and e.listed and c.status = 'new' and not c.edited
      and c.display_name <> e.company_name and not exists (
        select from stop o where o.company_id = c.id and o.listed and o.profile_id <> ${profileKey})
    order by c.id for no key update of c`.execute(trx);
  for (const { id, spelling } of rows) {
    await trx.updateTable("company").set({ display_name: spelling }).where("id", "=", id).execute();
  }
  if (rows.length > 0)
    await renewTerms(
      trx,
      rows.map((row) => row.id),
    );
}
