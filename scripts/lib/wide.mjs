import { WIDE } from "#tests/wide.mjs";

/** @typedef {import("#tests/wide.mjs").Wide} Wide */

/**
 * A title as a regular expression. What a loop or a table fills in, `${…}`, `$name` or `%s`, may be anything.
 * @param {string} title
 */
function patternOf(title) {
  return title
    .split(/\$\{[^}]*\}|\$[a-z]\w*|%[sdj]/)
    .map((text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"))
    .join(".*");
}

/**
 * The wide tests of some files, as one regular expression for the names that a runner gives them: the titles of the
 * groups and of the test, with spaces between them; before them the file, if `before` says so.
 * @param {readonly Wide[]} wide
 * @param {(file: string) => string} before
 */
function namesOf(wide, before) {
  const names = wide.flatMap(({ file, tests }) =>
    tests.map((test) => {
      const { title, but } = typeof test === "string" ? { title: test, but: [] } : test;
      const start = `${before(file)}(?:.* )?`;
      const kept = but.length === 0 ? "" : `(?!${start}(?:${but.map(patternOf).join("|")})(?: |$))`;
      return `${kept}${start}${patternOf(title)}(?: |$)`;
    }),
  );
  return names.join("|");
}

const isOfBrowser = (/** @type {Wide} */ { file }) => file.startsWith("tests/e2e/");

/**
 * The names of the wide tests that Vitest runs.
 * @param {readonly Wide[]} wide
 */
export function vitestNames(wide = WIDE) {
  return `^(?:${namesOf(
    wide.filter((one) => !isOfBrowser(one)),
    () => "",
  )})`;
}

/**
 * The names of the wide tests that Playwright runs.
 * @param {readonly Wide[]} wide
 */
export function playwrightNames(wide = WIDE) {
  return namesOf(wide.filter(isOfBrowser), (file) => `${patternOf(file.replace("tests/e2e/", ""))} `);
}

/**
 * The arguments that leave the wide tests out. Who asks for all tests, or names some, gets these too.
 * @param {"vitest" | "playwright"} runner
 * @param {{ isAll: boolean, rest: readonly string[] }} asked
 * @returns {string[]}
 */
export function withoutWide(runner, { isAll, rest }) {
  if (isAll || rest.length > 0) return [];
  return runner === "vitest" ? [`--testNamePattern=^(?!${vitestNames()})`] : [`--grep-invert=${playwrightNames()}`];
}
