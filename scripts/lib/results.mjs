import { stripVTControlCharacters } from "node:util";
import { ROOT } from "./paths.mjs";

/**
 * How many tests of a stage passed, failed and were skipped.
 * @typedef {{ passed: number, failed: number, skipped: number }} Result
 */

/** @type {Result} */
export const NOTHING = { passed: 0, failed: 0, skipped: 0 };

/**
 * @param {Result[]} results
 * @returns {Result}
 */
export function sum(results) {
  return results.reduce(
    (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }),
    NOTHING,
  );
}

/**
 * The last line of a run.
 * @param {Result} result
 */
export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/**
 * Compares a test runner's report with its exit code. Anything wrong counts as a failure: no report, no test in it, an
 * error exit although no test failed (an error outside the tests), or files that nobody removed.
 * @param {Result | undefined} reported
 * @param {number} code
 * @param {readonly string[]} [left] what the tests left in the folder for temporary files; a failed test may leave some
 * @returns {{ result: Result, complaint?: string }}
 */
export function judge(reported, code, left = []) {
  if (reported === undefined) return { result: { ...NOTHING, failed: 1 }, complaint: "it left no report" };
  if (reported.passed + reported.failed === 0)
    return { result: { ...reported, failed: 1 }, complaint: "it ran no test" };
  if (code !== 0 && reported.failed === 0) {
    return { result: { ...reported, failed: 1 }, complaint: `it ended with ${code} although no test failed` };
  }
  if (left.length > 0 && reported.failed === 0) {
    const names = left.toSorted().join(", ");
    return { result: { ...reported, failed: 1 }, complaint: `its tests left temporary files: ${names}` };
  }
  return { result: reported };
}

/**
 * Reads Vitest's JSON report. A file that cannot be loaded has no tests, but counts as a failure. Tests that the run
 * left out on purpose are not skipped tests, although the report calls them that.
 * @param {string} text
 * @param {RegExp} [leftOut] the names of these tests
 * @returns {Result | undefined}
 */
export function fromVitest(text, leftOut) {
  const report = parse(text);
  if (typeof report?.numPassedTests !== "number") return undefined;
  const broken = (report.testResults ?? []).filter(
    (/** @type {{ status: string, assertionResults: { status: string }[] }} */ file) =>
      file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  ).length;
  const left = (report.testResults ?? []).flatMap(
    (/** @type {{ assertionResults: { status: string, fullName?: string }[] }} */ file) =>
      file.assertionResults.filter(({ status, fullName }) => status === "skipped" && leftOut?.test(fullName ?? "")),
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken,
    skipped: report.numPendingTests + report.numTodoTests - left,
  };
}

/**
 * Reads Playwright's JSON report. A test that passed at its second try counts as passed.
 * @param {string} text
 * @returns {Result | undefined}
 */
export function fromPlaywright(text) {
  const stats = parse(text)?.stats;
  if (typeof stats?.expected !== "number") return undefined;
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

/** The first lines of an error's text, of which the first usually says all. */
const LINES_OF_AN_ERROR = 8;

/**
 * What a Vitest report says of its failed tests: file, name and the first lines of the error. A file that cannot be
 * loaded has no tests, only a message.
 * @param {string} text
 * @returns {string[]}
 */
export function failuresInVitest(text) {
  return (parse(text)?.testResults ?? []).flatMap(
    (
      /** @type {{ name?: string, status: string, message?: string, assertionResults: { status: string, fullName?: string, failureMessages?: string[] }[] }} */ file,
    ) => {
      const tests = file.assertionResults.filter((test) => test.status === "failed");
      if (tests.length === 0) return file.status === "failed" ? [failure(file.name, undefined, file.message)] : [];
      return tests.map((test) => failure(file.name, test.fullName, test.failureMessages?.[0]));
    },
  );
}

/**
 * What a Playwright report says of its failed tests, those that passed at their second try left out.
 * @param {string} text
 * @returns {string[]}
 */
export function failuresInPlaywright(text) {
  return (parse(text)?.suites ?? []).flatMap((/** @type {Suite} */ suite) => failuresOf(suite, ""));
}

/**
 * @typedef {{ title: string, file?: string, suites?: Suite[], specs?: { title: string, file?: string, tests: { status:
 *   string, results: { error?: { message?: string } }[] }[] }[] }} Suite
 *
 * @param {Suite} suite
 * @param {string} above
 * @returns {string[]}
 */
function failuresOf(suite, above) {
  const name = suite.title === suite.file ? above : `${above}${suite.title} › `;
  const here = (suite.specs ?? []).flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === "unexpected")
      .map((test) => failure(spec.file, name + spec.title, test.results.at(-1)?.error?.message)),
  );
  return [...here, ...(suite.suites ?? []).flatMap((inner) => failuresOf(inner, name))];
}

/**
 * @param {string | undefined} file
 * @param {string | undefined} name
 * @param {string | undefined} message
 */
function failure(file, name, message) {
  const lines = stripVTControlCharacters(message ?? "")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.includes("/node_modules/"))
    .slice(0, LINES_OF_AN_ERROR);
  const where = [file?.replace(`${ROOT}/`, ""), name].filter((part) => part !== undefined).join(": ");
  return [where, ...lines.map((line) => `    ${line}`)].join("\n");
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
