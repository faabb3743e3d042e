// Some tests prove by a number of tries: random requests, kills, rounds of a race. `npm test -- all` sets TEST_ALL and
// they make all of them. Otherwise they make fewer, so that a run of all tests stays short.

const DAY_MS = 86_400_000;

/** How many tries a test makes. */
export function tries({ all, some }: { all: number; some: number }): number {
  return process.env["TEST_ALL"] === "1" ? all : some;
}

/**
 * A seed for few tries: the same all day long, so that a failure can be repeated, and another one tomorrow, so that
 * many days try what one long run would. Print it.
 */
export function seedOfTheDay(now = Date.now()): number {
  return Math.floor(now / DAY_MS);
}

/**
 * All of a list, or about `some` of it, spread over it: other ones each day, until all have been taken. `at` tells lists
 * of one test apart, so that they do not all begin alike.
 */
export function someOf<T>(list: readonly T[], some: number, at = 0, now = Date.now()): T[] {
  const step = Math.max(1, tries({ all: 1, some: Math.ceil(list.length / some) }));
  return list.filter((_, index) => index % step === (seedOfTheDay(now) + at) % step);
}
