// npm test: checks everything, on a clone without installed packages. Runs all stages even after failures, and ends
// with a line of numbers. `npm test -- unit` runs one stage. `npm test -- unit search` passes further words to its test
// runner. `npm test -- changed` runs what uncommitted changes can break (`npm test -- changed main`: changes since that
// commit). `npm test -- all` also runs the tests of ClickHouse and wide ones (tests/wide.mjs), and makes
// all tries of tests that otherwise make fewer (tests/helpers/amount.ts); with a stage (`npm test -- all http fuzz`) that
// stage does.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromiumFor } from "./lib/browser.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { changedFiles, planFor } from "./lib/changed.mjs";
import { ensureClickHouse, ensureInstalled } from "./lib/install.mjs";
import { findNode, toolEnv } from "./lib/node.mjs";
import { inRoot, ROOT } from "./lib/paths.mjs";
import {
  failuresInPlaywright,
  failuresInVitest,
  fromPlaywright,
  fromVitest,
  judge,
  NOTHING,
  sum,
  summary,
} from "./lib/results.mjs";
import { run, runMain, StopError } from "./lib/run.mjs";
import { vitestNames, withoutWide } from "./lib/wide.mjs";

/** @typedef {import("./lib/results.mjs").Result} Result */

/** @type {Promise<Result> | undefined} */
let building;

/**
 * All that failed, printed once more at the end, where somebody who sees only the end of a long log finds it.
 * @type {string[]}
 */
const failures = [];

/** @type {Record<string, (rest: string[]) => Promise<Result>>} */
const STAGES = {
  check: () => checks(),
  unit: (rest) => vitest("unit", rest),
  // Some of these tests request built pages.
  http: async (rest) => ((await build()).failed > 0 ? await build() : await vitest("http", rest)),
  clickhouse: (rest) => clickhouse(rest),
  build: () => build(),
  e2e: (rest) => playwright(rest),
  changed: ([since]) => changed(since ?? "HEAD"),
};

/**
 * For checks that are programs in Go. Each of their threads would look at most types once more, and they collect
 * garbage before there is much: in one thread and with more memory they take half of the work.
 */
const FRUGAL = { GOMAXPROCS: "1", GOGC: "400" };

/**
 * For V8 in the process of the unit tests, whose threads inherit it: megabytes of old objects before it first marks all
 * of them. It would begin with a few, and mark again each time that the modules of hundreds of tests make it grow.
 */
const ROOMY = "--initial-old-space-size=512";

/**
 * The stages in order. Those in one row run at the same time. The checks run beside a stage that leaves a processor idle:
 * browser tests wait for their first app and for pages, and the tests of ClickHouse run one after another.
 */
const USUAL = [["unit", "build"], ["http"], ["e2e", "check"]];
const ALL = [["unit", "build"], ["http"], ["clickhouse", "check"], ["e2e"]];

const words = process.argv.slice(2);
const isAll = words.includes("all");

await runMain(async () => {
  if (isAll) process.env.TEST_ALL = "1";
  const given = words.filter((word) => word !== "all");
  const names = given.filter((word) => word in STAGES);
  const rest = given.filter((word) => !(word in STAGES));
  if (rest.length > 0 && names.length !== 1) {
    throw new StopError(`${rest[0]} is not a stage: ${Object.keys(STAGES).join(", ")}, all.`);
  }
  /** @type {Result[]} */
  const results = [];
  try {
    await ensureInstalled(console.log);
    for (const beside of names.length > 0 ? names.map((name) => [name]) : isAll ? ALL : USUAL)
      results.push(...(await Promise.all(beside.map((name) => stage(name, rest)))));
  } catch (error) {
    console.error(error instanceof StopError ? error.message : error);
    failures.push(error instanceof Error ? error.message : String(error));
    results.push({ ...NOTHING, failed: 1 });
  }
  const total = sum(results);
  if (failures.length > 0) console.error(`\n── What failed\n${failures.join("\n")}`);
  if (!isAll && rest.length === 0) console.log("\nLeft out: tests that `npm test -- all` runs, see CONTRIBUTING.md.");
  console.log(`\n${summary(total)}`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
});

/**
 * @param {string} name
 * @param {string[]} rest
 */
async function stage(name, rest) {
  const started = performance.now();
  console.log(`\n── ${name}`);
  const result = (await STAGES[name]?.(rest)) ?? NOTHING;
  console.log(`── ${name}: ${summary(result)}, ${Math.round((performance.now() - started) / 1000)} s`);
  return result;
}

/** Runs the check:… scripts of package.json. Each counts as one test. */
async function checks() {
  /** @type {Record<string, string>} */
  const scripts = JSON.parse(readFileSync(inRoot("package.json"), "utf8")).scripts;
  const found = Object.entries(scripts).filter(([name]) => name.startsWith("check:"));
  if (found.length === 0) return failed("check", "package.json has no script check:…");
  const results = [];
  for (const [name, command] of found) results.push(await check(name, command));
  return sum(results);
}

/**
 * Prints its output only after a failure, because tests print at the same time.
 * @param {string} name
 * @param {string} command
 * @returns {Promise<Result>}
 */
async function check(name, command) {
  const { code, output } = await run(command, [], { cwd: ROOT, env: toolEnv(FRUGAL), shell: true, quiet: true });
  if (code !== 0) return failed(name, output);
  console.log(`✓ ${name}`);
  return { ...NOTHING, passed: 1 };
}

/**
 * Takes seconds instead of minutes: runs the architecture tests, and the other tests that concern the changed files.
 * @param {string} since
 */
async function changed(since) {
  const tests = ["tests/http", "tests/clickhouse", "tests/e2e"].flatMap(testsIn);
  const plan = planFor(
    changedFiles(ROOT, since),
    tests.map((path) => ({ path, text: readFileSync(inRoot(path), "utf8") })),
  );
  const files = plan.files.length > 0 ? plan.files : ["package.json"];
  const results = [
    await check("check:types", "react-router typegen && tsc --noEmit --checkers 1"),
    await check(
      "check:lint",
      ["oxlint --type-aware --deny-warnings --no-error-on-unmatched-pattern", ...files].join(" "),
    ),
    await check("check:format", ["oxfmt --check --no-error-on-unmatched-pattern", ...files].join(" ")),
    // `related` runs the tests that import these files, and these files themselves.
    await vitest("unit", [...testsIn("tests/architecture"), ...plan.sources], "related"),
  ];
  if (plan.http.length > 0) results.push((await build()).failed > 0 ? await build() : await vitest("http", plan.http));
  if (plan.clickhouse.length > 0) results.push(await clickhouse(plan.clickhouse));
  if (plan.e2e.length > 0) console.log(`In a browser: npm test -- e2e ${plan.e2e.join(" ")}`);
  return sum(results);
}

/**
 * The test files of a folder. Any Node version may run this script, so do not use `globSync`, which Node 20 lacks.
 * @param {string} folder
 */
function testsIn(folder) {
  const names = readdirSync(inRoot(folder)).filter((name) => name.endsWith(".test.ts"));
  return names.map((name) => `${folder}/${name}`);
}

/** @param {string[]} rest */
async function clickhouse(rest) {
  try {
    await ensureClickHouse(console.log);
  } catch (error) {
    return failed("clickhouse", error instanceof Error ? error.message : String(error));
  }
  return await vitest("clickhouse", rest);
}

/**
 * @param {string} project
 * @param {string[]} rest
 * @param {"run" | "related"} command
 */
async function vitest(project, rest, command = "run") {
  const filter = withoutWide("vitest", { isAll, rest });
  const leftOut = filter.length > 0 ? new RegExp(vitestNames()) : undefined;
  const read = (/** @type {string} */ text) => fromVitest(text, leftOut);
  return await withReport("vitest", read, failuresInVitest, ({ report, temporary }) =>
    run(
      findNode(),
      [
        ...(project === "unit" ? [ROOMY] : []),
        "node_modules/vitest/vitest.mjs",
        command,
        "--run",
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${report}`,
        "--project",
        project,
        ...filter,
        // What is left of these tests waits more: for a mail server, a job, a limit of time.
        ...(filter.length > 0 && project === "http" ? ["--maxWorkers=4"] : []),
        ...rest,
      ],
      { cwd: ROOT, env: toolEnv({ TMPDIR: temporary }) },
    ),
  );
}

/** The build counts as one test. It runs once, however many stages need it. */
function build() {
  building ??= ensureBuilt(console.log).then(
    () => ({ ...NOTHING, passed: 1 }),
    (error) => failed("build", error instanceof StopError ? error.message : String(error)),
  );
  return building;
}

/** @param {string[]} rest */
async function playwright(rest) {
  // Test the present pages, not those of the last build.
  if ((await build()).failed > 0)
    return failed("playwright", "Without pages there is nothing to drive a browser through.");
  const browser = await chromiumFor();
  const args = ["test", "--reporter=list,json", ...withoutWide("playwright", { isAll, rest }), ...rest];
  return await withReport("playwright", fromPlaywright, failuresInPlaywright, ({ report, temporary }) =>
    run(findNode(), ["node_modules/@playwright/test/cli.js", ...args], {
      cwd: ROOT,
      env: toolEnv({
        ...browser.env,
        CHROMIUM_PATH: browser.executablePath,
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        TMPDIR: temporary,
        // Node strips the types itself. On a fresh clone Playwright would first rewrite every file with Babel.
        PW_DISABLE_TS_ESM: "1",
      }),
    }),
  );
}

/**
 * Runs a test runner that writes its report to a file, and reads the report. The runner has a folder for temporary files
 * of its own, so that what its tests leave there is seen, and removed also after failures.
 * @param {string} name
 * @param {(text: string) => Result | undefined} read
 * @param {(text: string) => string[]} readFailures
 * @param {(places: { report: string, temporary: string }) => Promise<{ code: number }>} work
 */
async function withReport(name, read, readFailures, work) {
  // A short name: sockets lie in there, and the name of a socket may have about 100 bytes.
  const temporary = mkdtempSync(join(tmpdir(), "pipelines-run-"));
  // Databases run as another user if we are root.
  chmodSync(temporary, 0o711);
  const remove = () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
  // An interrupted run does not come to the end of this function.
  process.on("exit", remove);
  const report = join(temporary, "report.json");
  try {
    const { code } = await work({ report, temporary });
    let text = "";
    try {
      text = readFileSync(report, "utf8");
    } catch {
      // judged as no report
    }
    const left = readdirSync(temporary).filter((file) => file.startsWith("pipelines-"));
    const { result, complaint } = judge(read(text), code, left);
    failures.push(...readFailures(text));
    if (complaint !== undefined) {
      console.error(`✗ ${name}: ${complaint}`);
      failures.push(`${name}: ${complaint}`);
    }
    return result;
  } finally {
    process.off("exit", remove);
    remove();
  }
}

/**
 * @param {string} name
 * @param {string} reason
 */
function failed(name, reason) {
  console.error(`${reason}\n✗ ${name}`);
  failures.push(`${name}: ${reason.trim().split("\n").slice(-20).join("\n    ")}`);
  return { ...NOTHING, failed: 1 };
}
