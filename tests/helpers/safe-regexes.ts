/** Where regular expressions are listed that the checker has found safe, see tests/architecture/regexes.test.ts. */
export const SAFE_REGEXES = {
  /** Written by each run of that test. */
  found: "node_modules/.cache/safe-regexes.json",
  /** For a fresh clone. */
  listed: "tests/fixtures/safe-regexes.json",
} as const;
