import type { Trx } from "#db/connect.ts";
import { keepAnonymous } from "./anonymous-write.server.ts";
import { readContributions } from "./contributions.server.ts";
import { applyDifference, differencesOf } from "./difference-write.server.ts";
import type { Contributions } from "./pure/contributions.ts";
import { queuePeople } from "./queue-write.server.ts";

/** A change of people's stops that is being counted. */
type Counting = {
  /** Call this after the change. */
  settle: () => Promise<Settled>;
};

type Settled = {
  /** Keys of the companies that people typed and that these people showed before the change and show after it. */
  typed: { before: number[]; after: number[] };
  /** Whether any number changes. */
  isCounted: boolean;
  /** Changes the numbers. Others who change the same ones wait from here until the transaction ends. */
  apply: () => Promise<void>;
};

const typedOf = ({ companies }: Pick<Contributions, "companies">): number[] =>
  companies.filter(({ isTyped }) => isTyped).map(({ company_id }) => company_id);

/**
 * Call this before people's stops change, while their profiles are locked. The next batch will read these people. After
 * the change, settle it and apply the difference.
 */
export async function countChange(trx: Trx, profileKeys: readonly number[], secret: Buffer): Promise<Counting> {
  const addedBefore = await readContributions(trx, profileKeys);
  await queuePeople(trx, profileKeys, secret);
  return {
    settle: async () => {
      const addedAfter = await readContributions(trx, profileKeys);
      const [after, before] = [await addedAfter(), await addedBefore()];
      // Nothing of somebody who is not anonymous is kept there.
      if (before.mayBeAnonymous || after.mayBeAnonymous) await keepAnonymous(trx, profileKeys);
      const difference = differencesOf(before, after);
      const isCounted = Object.values(difference).some((rows) => rows.length > 0);
      return {
        typed: { before: typedOf(before), after: typedOf(after) },
        isCounted,
        apply: async () => {
          if (isCounted) await applyDifference(trx, difference);
        },
      };
    },
  };
}
