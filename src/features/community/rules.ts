/** People from which a number is told that could be about one of them. */
const MIN_PEOPLE = 5;

/** The number, or null where it is of fewer than five: none and four look the same. */
export function fromFive(count: number): number | null {
  return count < MIN_PEOPLE ? null : count;
}
