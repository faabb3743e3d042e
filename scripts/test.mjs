// npm test: everything there is to check, on a clone with nothing installed. Runs all stages whatever fails, and ends with one
// line of numbers. `npm test -- unit` runs one stage, `npm test -- unit search` hands what is left to its test runner.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromiumFor } from "./lib/browser.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { findNode, toolEnv } from "./lib/node.mjs";
import { inRoot, ROOT } from "./lib/paths.mjs";
import { fromPlaywright, fromVitest, judge, NOTHING, sum, summary } from "./lib/results.mjs";
import { run, runMain, StopError } from "./lib/run.mjs";

/** @typedef {import("./lib/results.mjs").Tally} Tally */

/** @type {Promise<Tally> | undefined} */
let building;

/** @type {Record<string, (rest: string[]) => Promise<Tally>>} */
const STAGES = {
  check: () => checks(),
  unit: (rest) => vitest(["unit"], rest),
  // Some of these ask the built pages.
  http: async (rest) => ((await build()).failed > 0 ? await build() : await vitest(["http"], rest)),
  build: () => build(),
  e2e: (rest) => playwright(rest),
};

await runMain(async () => {
  const given = process.argv.slice(2);
  const names = given.filter((word) => word in STAGES);
  const rest = given.filter((word) => !(word in STAGES));
  if (rest.length > 0 && names.length !== 1) {
    throw new StopError(`${rest[0]} is not a stage: ${Object.keys(STAGES).join(", ")}.`);
  }
  const tallies = [];
  try {
    await ensureInstalled(console.log);
    // Both projects of Vitest in one run, as they share one database server.
    for (const name of names.length > 0 ? names : ["check", "build", "vitest", "e2e"]) {
      console.log(`\n── ${name}`);
      tallies.push(name === "vitest" ? await vitest(["unit", "http"], []) : await (STAGES[name]?.(rest) ?? NOTHING));
    }
  } catch (error) {
    console.error(error instanceof StopError ? error.message : error);
    tallies.push({ ...NOTHING, failed: 1 });
  }
  const total = sum(tallies);
  console.log(`\n${summary(total)}`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
});

/** The scripts named check:… in package.json, each of which counts as one test. */
async function checks() {
  /** @type {Record<string, string>} */
  const scripts = JSON.parse(readFileSync(inRoot("package.json"), "utf8")).scripts;
  const found = Object.entries(scripts).filter(([name]) => name.startsWith("check:"));
  if (found.length === 0) return failed("check", "package.json has no script check:…");
  const tallies = [];
  for (const [name, command] of found) {
    const { code } = await run(command, [], { cwd: ROOT, env: toolEnv(), shell: true });
    console.log(`${code === 0 ? "✓" : "✗"} ${name}`);
    tallies.push({ ...NOTHING, [code === 0 ? "passed" : "failed"]: 1 });
  }
  return sum(tallies);
}

/**
 * @param {string[]} projects
 * @param {string[]} rest
 */
async function vitest(projects, rest) {
  return await withReport("vitest", fromVitest, (report) =>
    run(
      findNode(),
      [
        "node_modules/vitest/vitest.mjs",
        "run",
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${report}`,
        ...projects.flatMap((project) => ["--project", project]),
        ...rest,
      ],
      { cwd: ROOT, env: toolEnv() },
    ),
  );
}

/** Building is one test: it passes unless it fails. Tried once, however many stages need it. */
function build() {
  building ??= ensureBuilt(console.log).then(
    () => ({ ...NOTHING, passed: 1 }),
    (error) => failed("build", error instanceof StopError ? error.message : String(error)),
  );
  return building;
}

/** @param {string[]} rest */
async function playwright(rest) {
  // The pages are what is tested: those of now, not of the last build.
  if ((await build()).failed > 0)
    return failed("playwright", "Without pages there is nothing to drive a browser through.");
  const browser = await chromiumFor();
  return await withReport("playwright", fromPlaywright, (report) =>
    run(findNode(), ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json", ...rest], {
      cwd: ROOT,
      env: toolEnv({ ...browser.env, CHROMIUM_PATH: browser.executablePath, PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
    }),
  );
}

/**
 * Runs a test runner that writes its report to a file, and reads that.
 * @param {string} name
 * @param {(text: string) => Tally | undefined} read
 * @param {(report: string) => Promise<{ code: number }>} work
 */
async function withReport(name, read, work) {
  const directory = mkdtempSync(join(tmpdir(), "pipelines-report-"));
  const report = join(directory, "report.json");
  try {
    const { code } = await work(report);
    let text = "";
    try {
      text = readFileSync(report, "utf8");
    } catch {
      // judged as no report
    }
    const { tally, complaint } = judge(read(text), code);
    if (complaint !== undefined) console.error(`✗ ${name}: ${complaint}`);
    return tally;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * @param {string} name
 * @param {string} reason
 */
function failed(name, reason) {
  console.error(`${reason}\n✗ ${name}`);
  return { ...NOTHING, failed: 1 };
}
