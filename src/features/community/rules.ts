/** A number that could be about one person is shown from this many people on. */
const MIN_PEOPLE = 5;

/** The number, or null where it is of fewer than five: none and four look the same. */
export function fromFive(count: number): number | null {
  return count < MIN_PEOPLE ? null : count;
}
