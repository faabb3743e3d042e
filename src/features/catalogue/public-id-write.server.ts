import { sql } from "kysely";
import type { Trx } from "#db/connect.ts";
import { OFFERED, WITH_NUMBERS } from "#features/stats/read.server.ts";
import { countChange } from "#features/stats/write.server.ts";

/**
 * Gives new public ids to those of these companies that others may not know (any more). This happens each time: an id
 * that came back would reveal that hidden people kept the company in the meantime.
 */
export async function renewHiddenIds(trx: Trx, companyKeys: readonly number[]): Promise<void> {
  await sql`
    with hidden as (
      select c.id from company c ${WITH_NUMBERS}
      where c.id = any(${companyKeys}::bigint[]) and not ${OFFERED} order by c.id for no key update of c
    )
    update company set public_id = random_public_id() from hidden where company.id = hidden.id`.execute(trx);
}

/**
 * Call this before people's stops change. Call the returned function afterwards: it updates the numbers, and then gives
 * new ids to companies that lost their last visible stop. If several people leave a company at the same time, the last
 * one to update its numbers sees that nobody is left. Companies are locked before their numbers, as in a save.
 */
export async function countChangeAndRenewIds(
  trx: Trx,
  profileKeys: readonly number[],
): Promise<() => Promise<boolean>> {
  const before = await readTypedCompanies(trx, profileKeys);
  const settle = await countChange(trx, profileKeys);
  return async () => {
    const after = before.length === 0 ? [] : await readTypedCompanies(trx, profileKeys);
    const left = before.filter((key) => !after.includes(key));
    if (left.length > 0) {
      await sql`select 1 from company where id = any(${left}::bigint[]) order by id for no key update`.execute(trx);
    }
    const isCounted = await settle();
    if (left.length > 0) await renewHiddenIds(trx, left);
    return isCounted;
  };
}

/** Keys of the companies that people typed and that these show. */
async function readTypedCompanies(trx: Trx, profileKeys: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct c.id from stop e join company c on c.id = e.company_id
    where e.profile_id = any(${profileKeys}::bigint[]) and e.listed and c.status = 'new'`.execute(trx);
  return rows.map((row) => row.id);
}
