import { sql } from "kysely";
import type { CountedPerson } from "#core/stored-profile.ts";
import type { Trx } from "#db/connect.ts";
import { isOffered, joinNumbers } from "#features/stats/read.server.ts";
import { countPerson } from "#features/stats/write.server.ts";
import type { SettledChange, WriteContext } from "#server/context.ts";

/**
 * Gives new public ids to those of these companies that others may not know (any more). This happens each time: an id
 * that came back would reveal that hidden people kept the company in the meantime.
 */
export async function renewHiddenIds(trx: Trx, companyKeys: readonly number[]): Promise<void> {
  await sql`
    with hidden as (
      select c.id from company c ${joinNumbers("c", "t")}
      where c.id = any(${companyKeys}::bigint[]) and not ${isOffered("c", "t")} order by c.id for no key update of c
    )
    update company set public_id = random_public_id() from hidden where company.id = hidden.id`.execute(trx);
}

/**
 * Call this before a person's stops change. Call the returned function afterwards: it updates the numbers, and then gives
 * new ids to companies that lost their last visible stop. If several people leave a company at the same time, the last
 * one to update its numbers sees that nobody is left. Companies are locked before their numbers, as in a save.
 *
 * Without typed companies the numbers decide nothing else in the save, so they can wait for its end.
 */
export async function countChangeAndRenewIds(
  trx: Trx,
  before: CountedPerson,
  { secret }: Pick<WriteContext, "secret">,
): Promise<(after: CountedPerson | undefined) => Promise<SettledChange>> {
  const settle = await countPerson(trx, before, secret);
  return async (after) => {
    const { typed, isCounted, apply } = await settle(after);
    if (typed.before.length === 0 && typed.after.length === 0) return { isCounted, finish: apply };
    const left = typed.before.filter((key) => !typed.after.includes(key));
    if (left.length > 0) {
      await sql`select 1 from company where id = any(${left}::bigint[]) order by id for no key update`.execute(trx);
    }
    await apply();
    if (left.length > 0) await renewHiddenIds(trx, left);
    return { isCounted, isFinished: true, finish: () => Promise.resolve() };
  };
}
