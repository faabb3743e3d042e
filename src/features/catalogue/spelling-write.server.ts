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

/**
 * Gives a typed company the spelling of one of the people who are visible there, if it has another one. Call it for a
 * company that is back with its first spelling, which may be a hidden person's. The caller writes its search terms anew.
 */
export async function takeVisibleSpelling(trx: Trx, companyKey: number): Promise<void> {
  await sql`
    update company c set display_name = shown.spelling
    from (select company_name as spelling from stop where company_id = ${companyKey} and listed
      order by company_name limit 1) shown
    where c.id = ${companyKey} and c.status = 'new' and not c.edited and not exists (
      select from stop o where o.company_id = c.id and o.listed and o.company_name = c.display_name)`.execute(trx);
}
