/**
 * Simulates somebody with a dump but without the secret, who sorts the accounts by any column, sorts the profiles by
 * any column, and compares the two orders.
 */

/** A column: the value that each person (an index) has in it. */
export type Column = { name: string; isTime: boolean; values: ReadonlyMap<number, number | string> };

type Alignment = { accounts: string; profiles: string; how: "rank" | "reverse" | "time"; share: number };

/** People in the order of a column's values; those of one value in any order, as `random` gives. */
function ranked(column: Column, random: () => number): number[] {
  return [...column.values]
    .map(([person, value]) => ({ person, value, chance: random() }))
    .toSorted((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : a.chance - b.chance))
    .map(({ person }) => person);
}

/** The share of people who have the same rank in both orders, after scaling both to the same length. */
function matchRanks(profiles: readonly number[], accounts: readonly number[]): number {
  const matches = profiles.filter((person, rank) => {
    const at = profiles.length === 1 ? 0 : Math.round((rank * (accounts.length - 1)) / (profiles.length - 1));
    return accounts[at] === person;
  });
  return matches.length / profiles.length;
}

/** The share of people whose account is the one nearest in time. */
function matchTimes(profiles: Column, accounts: Column, random: () => number): number {
  const candidates = ranked(accounts, random).map((person) => ({ person, time: Number(accounts.values.get(person)) }));
  let matches = 0;
  for (const [person, value] of profiles.values) {
    const time = Number(value);
    const nearest = candidates.reduce((best, one) =>
      Math.abs(one.time - time) < Math.abs(best.time - time) ? one : best,
    );
    if (nearest.person === person) matches += 1;
  }
  return matches / profiles.values.size;
}

/** Rank correlation of the people that both columns have; 1 or -1 = the same order. */
function correlate(profiles: readonly number[], accounts: readonly number[]): number {
  const both = new Set(accounts.filter((person) => profiles.includes(person)));
  const place = (list: readonly number[]) => new Map(list.filter((one) => both.has(one)).map((one, at) => [one, at]));
  const [a, b] = [place(profiles), place(accounts)];
  const count = both.size;
  const squares = [...both].reduce((sum, one) => sum + ((a.get(one) ?? 0) - (b.get(one) ?? 0)) ** 2, 0);
  return 1 - (6 * squares) / (count * (count ** 2 - 1));
}

/** A column with fewer people is too short to tell an order from chance. */
const MIN_PEOPLE = 25;
/**
 * Among 100 people, one matches by chance (Poisson, mean 1). More than 11 match in one of a billion pairs of columns.
 */
const MAX_SHARE = 0.11;
/** The limit is six standard deviations of a correlation by chance: the deviation is 0.1 for 100 people, 0.2 for 25. */
const maxCorrelation = (people: number): number => 6 / Math.sqrt(people - 1);

/**
 * The pairs of columns that match better than chance. `share` is the share of matching people, or the rank correlation
 * if too few have exactly the same rank.
 */
export function findAlignments(
  accounts: readonly Column[],
  profiles: readonly Column[],
  random: () => number,
): Alignment[] {
  const found: Alignment[] = [];
  for (const left of accounts.filter(({ values }) => values.size >= MIN_PEOPLE)) {
    for (const right of profiles.filter(({ values }) => values.size >= MIN_PEOPLE)) {
      const [accountOrder, profileOrder] = [ranked(left, random), ranked(right, random)];
      const pair = { accounts: left.name, profiles: right.name };
      // A match of few people weighs more: the same number of matches is a larger share.
      const bound = Math.max(MAX_SHARE, 11 / right.values.size);
      const forward = matchRanks(profileOrder, accountOrder);
      const backward = matchRanks(profileOrder.toReversed(), accountOrder);
      const correlation = correlate(profileOrder, accountOrder);
      const isOrdered = Math.abs(correlation) > maxCorrelation(right.values.size);
      if (forward > bound || (isOrdered && correlation > 0))
        found.push({ ...pair, how: "rank", share: Math.max(forward, correlation) });
      if (backward > bound || (isOrdered && correlation < 0))
        found.push({ ...pair, how: "reverse", share: Math.max(backward, -correlation) });
      if (left.isTime && right.isTime) {
        const share = matchTimes(right, left, random);
        if (share > bound) found.push({ ...pair, how: "time", share });
      }
    }
  }
  return found;
}
