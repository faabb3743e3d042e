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
 * Gives a typed company the spelling of a person who is visible there, if it has nobody's of them. For a company that
 * comes back with its first spelling, which may be a hidden person's. The caller writes its search terms anew.
 */
export async function takeVisibleSpelling(trx: Trx, companyKey: number): Promise<void> {
  await sql`
    update company c set display_name = shown.first
    from (select min(company_name) as first, array_agg(company_name) as all_of_them from stop
      where company_id = ${companyKey} and listed) shown
    where c.id = ${companyKey} and c.status = 'new' and not c.edited
      and shown.first is not null and c.display_name <> all(shown.all_of_them)`.execute(trx);
}
