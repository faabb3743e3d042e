import { execFileSync } from "node:child_process";

/**
 * What to run after a change: the files to lint and format, the sources whose unit tests are run, and the tests of
 * each other folder to run.
 * @typedef {{ files: string[], sources: string[], http: string[], clickhouse: string[], e2e: string[] }} Plan
 */

/** What the tests of ClickHouse try, the proof that they share with the engine in memory, and these tests themselves. */
const CLICKHOUSE = /^tests\/(?:clickhouse|paths)\/|^src\/features\/path\/(?:clickhouse\/|store-|coalesced-runs|verify)/;
const TEST = /\.test\.(?:tsx?|mjs)$/;

/**
 * The files that differ from a commit, with new files and without deleted ones.
 * @param {string} root
 * @param {string} since
 */
export function changedFiles(root, since) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
  return [
    ...new Set([
      ...git("diff", "--name-only", "--diff-filter=d", since),
      ...git("ls-files", "--others", "--exclude-standard"),
    ]),
  ].toSorted();
}

/**
 * Chooses what to run. Every HTTP test starts the whole application, so its imports do not show what it tests. It runs
 * if it was changed itself, if it imports a changed module directly, or if its name begins with the changed slice
 * (company-races for company). All tests of ClickHouse run if what they try has changed: they start no application, and
 * share one engine.
 * @param {readonly string[]} files that changed
 * @param {readonly { path: string, text: string }[]} tests under tests/http, tests/clickhouse and tests/e2e
 * @returns {Plan}
 */
export function planFor(files, tests) {
  const sources = files.filter((file) =>
    /^(?:src|scripts|catalogue|tests\/helpers)\/.*\.(?:tsx?|mjs|json)$/.test(file),
  );
  const slices = new Set(files.flatMap((file) => /^src\/features\/([^/]+)\//.exec(file)?.[1] ?? []));
  const isOfSlice = (/** @type {string} */ path) =>
    [...slices].some((slice) => new RegExp(`/${slice}(?:-[a-z-]+)?\\.test\\.ts$`).test(path));
  const imports = (/** @type {string} */ text) =>
    sources.some((file) => !TEST.test(file) && text.includes(`"${aliasOf(file)}"`));
  const hit = (/** @type {string} */ folder) =>
    tests
      .filter(({ path }) => path.startsWith(`tests/${folder}/`))
      .filter(({ path, text }) => files.includes(path) || isOfSlice(path) || (folder === "http" && imports(text)))
      .map(({ path }) => path);
  const isOfClickHouse = files.some((file) => CLICKHOUSE.test(file));
  const clickhouse = tests.map(({ path }) => path).filter((path) => path.startsWith("tests/clickhouse/"));
  return {
    files: [...files],
    sources,
    http: hit("http"),
    clickhouse: isOfClickHouse ? clickhouse : [],
    e2e: hit("e2e"),
  };
}

/**
 * The name by which other folders import a file.
 * @param {string} file
 */
function aliasOf(file) {
  return file
    .replace(/^src\/(core|ui|db|server|features|external)\//, "#$1/")
    .replace(/^src\//, "#app/")
    .replace(/^(tests|scripts)\//, "#$1/");
}
