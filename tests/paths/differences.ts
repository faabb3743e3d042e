/** Compares two answers and says in words where they part. */

/** Floats that were summed in another order may part by this much. */
const CLOSE = 1e-9;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** "months.median: 12, expected 14" for each part that differs; lists are compared in order. */
export function differences(got: unknown, expected: unknown, at = ""): string[] {
  if (typeof got === "number" && typeof expected === "number" && Math.abs(got - expected) <= CLOSE) return [];
  if (Object.is(got, expected)) return [];
  if (Array.isArray(got) && Array.isArray(expected) && got.length !== expected.length) {
    return [`${at}: ${JSON.stringify(got)}, expected ${JSON.stringify(expected)}`];
  }
  if (isObject(got) && isObject(expected)) {
    const keys = new Set([...Object.keys(got), ...Object.keys(expected)]);
    return [...keys].flatMap((key) => differences(got[key], expected[key], at === "" ? key : `${at}.${key}`));
  }
  return [`${at}: ${JSON.stringify(got)}, expected ${JSON.stringify(expected)}`];
}

/** Lists whose order is not fixed, in one order. */
export function inOrder<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return items.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0));
}
