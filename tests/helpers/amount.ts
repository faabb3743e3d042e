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
 * All of a list, or some of it: other ones each day, until all have been taken. `at` tells lists of one test apart, so
 * that they do not all begin with the same.
 */
export function someOf<T>(list: readonly T[], some: number, at = 0): T[] {
  const count = tries({ all: list.length, some: Math.min(some, list.length) });
  const first = list.length === 0 ? 0 : (seedOfTheDay() * count + at) % list.length;
  return [...list.slice(first), ...list.slice(0, first)].slice(0, count);
}
