import type { Trx } from "#db/connect.ts";
import { recountStops } from "#features/profile/recount-stops-write.server.ts";
import { applyTotal, TotalDifference } from "#features/stats/difference-write.server.ts";
import { countChange } from "#features/stats/write.server.ts";
import type { WriteContext } from "#server/context.ts";

/** People in one step. On a busy machine a statement for more would exceed the time limit of statements. */
const PEOPLE_AT_ONCE = 250;

export function* stepsOf<Person>(people: readonly Person[]): Generator<Person[]> {
  for (let from = 0; from < people.length; from += PEOPLE_AT_ONCE) yield people.slice(from, from + PEOPLE_AT_ONCE);
}

/**
 * Changes stops of many people, some hundred people in a step, and brings the numbers of companies, moves and schools up
 * to date. The caller has locked the rows of these people.
 * @param change changes the stops of the given people
 * @param deleted the key of a company that the caller deletes afterwards
 */
export async function changeStops<Person extends { id: number }>(
  trx: Trx,
  { secret }: Pick<WriteContext, "secret">,
  people: readonly Person[],
  change: (some: readonly Person[]) => Promise<void>,
  deleted?: number,
): Promise<void> {
  const total = new TotalDifference();
  for (const some of stepsOf(people)) {
    const keys = some.map(({ id }) => id);
    const settle = await countChange(trx, keys, secret);
    await change(some);
    await recountStops(trx, keys);
    total.add(await settle());
  }
  // At the end: other people's saves wait from here until the commit, and not during all steps.
  await applyTotal(trx, total.get(), deleted);
}
