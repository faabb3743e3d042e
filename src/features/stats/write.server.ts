import type { CountedPerson } from "#core/stored-profile.ts";
import type { Trx } from "#db/connect.ts";
import { keepAnonymous } from "./anonymous-write.server.ts";
import { readContributions } from "./contributions.server.ts";
import { applyDifference, differencesOf, type Difference } from "./difference-write.server.ts";
import { contributionsOf, NOTHING, type Contributions } from "./pure/contributions.ts";
import { queuePeople } from "./queue-write.server.ts";

type Settled = {
  /** Keys of the companies that people typed and that these people showed before the change and show after it. */
  typed: { before: number[]; after: number[] };
  /** Whether any number changes that answers show; see `settled`. */
  isCounted: boolean;
  /** Changes the numbers. Others who change the same ones wait from here until the transaction ends. */
  apply: () => Promise<void>;
};

const typedOf = ({ companies }: Pick<Contributions, "companies">): number[] =>
  companies.filter(({ isTyped }) => isTyped).map(({ company_id }) => company_id);

/**
 * Call this before the stops of many people change, while their profiles are locked. The next batch will read these
 * people.
 * @returns a function to call after the change: it returns the difference, to be added to the numbers
 */
export async function countChange(
  trx: Trx,
  profileKeys: readonly number[],
  secret: Buffer,
): Promise<() => Promise<Difference>> {
  const before = await readContributions(trx, profileKeys);
  await queuePeople(trx, profileKeys, secret);
  return async () => {
    const after = await readContributions(trx, profileKeys);
    await keepAnonymous(trx, profileKeys);
    return differencesOf(before, after);
  };
}

/**
 * The same for one person, from what the save has read of them.
 * @returns a function to call after the change; its `after` is undefined if the person is deleted
 */
export async function countPerson(
  trx: Trx,
  before: CountedPerson,
  secret: Buffer,
): Promise<(after: CountedPerson | undefined) => Promise<Settled>> {
  await queuePeople(trx, [before.id], secret);
  return async (after) => {
    // The tables of the anonymity check have rows of anonymous people only.
    if (before.visibility === "anonymous" || after?.visibility === "anonymous") await keepAnonymous(trx, [before.id]);
    return settled(trx, contributionsOf(before), after ? contributionsOf(after) : NOTHING);
  };
}

/**
 * The days on which people begin and end say who is at a company today, and that others see of each person. So where
 * only days change, an answer changes only if the person is shown otherwise. If such a change counted here, the answers
 * made again would tell that somebody has saved whose page shows years.
 */
function settled(trx: Trx, before: Contributions, after: Contributions): Settled {
  const { days, ...others } = differencesOf(before, after);
  const isCounted = Object.values(others).some((rows) => rows.length > 0);
  return {
    typed: { before: typedOf(before), after: typedOf(after) },
    isCounted,
    apply: async () => {
      if (isCounted || days.length > 0) await applyDifference(trx, { days, ...others });
    },
  };
}
