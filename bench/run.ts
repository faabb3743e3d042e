/**
 * npm run bench -- [--people 600,100000,1000000] [--seconds 8] [--only pages,calls,saves]
 * Measures what must be fast, at each size on a site of its own with so many demo people: the built app in one process,
 * asked with the headers of a browser, beside servers that do nothing else. Writes bench/results.json and, where all
 * parts are measured at more than one size, a section of docs/performance.md. What fails is noted; the rest goes on.
 * --keep DIR keeps each site as it was made in DIR/<people>, and later runs measure a copy of it instead of making it.
 * npm run bench -- --against REF [--people 600] [--seconds 8]
 * Measures another version of the program by turns with this one, and ends with 1 where a figure is worse by more than
 * 15 %: see compare.ts for what counts as noise.
 * npm run bench -- paths [--four-million] measures the path engine alone instead: see paths.ts.
 * npm run bench -- paths-clickhouse [--lines 1000000] measures the paths in ClickHouse: see paths-clickhouse.ts.
 * npm run bench -- growth calculates from what was measured what larger sites need: see growth-model.ts.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { compareWith, printComparison } from "./against.ts";
import { build } from "./checkout.ts";
import { isEnding } from "./cleanup.ts";
import { isPart, PARTS, type SizeResult } from "./figures.ts";
import { describeMachine, growthTable, MOST_GROWTH, sectionText, countTargets } from "./report.ts";
import { CONNECTIONS } from "./rivals.ts";
import { measureSize, ROUNDS } from "./size.ts";
import { writeSection } from "./write-section.ts";

const RESULTS = "bench/results.json";
const HEADING = "Pages, calls, saves and batches";

if (process.argv[2] === "paths") {
  const { benchPaths } = await import("./paths.ts");
  await benchPaths(process.argv.slice(3));
  process.exit();
}

if (process.argv[2] === "paths-clickhouse") {
  const { benchPathsInClickHouse } = await import("./paths-clickhouse.ts");
  await benchPathsInClickHouse(process.argv.slice(3));
  process.exit();
}

if (process.argv[2] === "growth") {
  const { printGrowth } = await import("./growth.ts");
  printGrowth();
  process.exit();
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      people: { type: "string" },
      seconds: { type: "string", default: "8" },
      only: { type: "string" },
      against: { type: "string" },
      keep: { type: "string" },
    },
  });
  const people = (values.people ?? (values.against === undefined ? "600,100000,1000000" : "600"))
    .split(",")
    .map(Number);
  const only = values.only?.split(",").map((part) => part.trim());
  const unknown = only?.find((part) => !isPart(part));
  if (unknown !== undefined) throw new Error(`--only knows ${PARTS.join(", ")}, and not "${unknown}".`);
  if (!people.every((count) => Number.isInteger(count) && count >= 100))
    throw new Error("--people names whole numbers from 100 on: --people 600,100000");
  const seconds = Number(values.seconds);
  if (!(seconds > 0)) throw new Error("--seconds is a number above 0.");
  if (values.against !== undefined && (only !== undefined || people.length !== 1 || values.keep !== undefined))
    throw new Error("--against compares everything, at one size, with sites of its own.");
  if (values.keep !== undefined) mkdirSync(values.keep, { recursive: true });
  return { people, seconds, only, against: values.against, keep: values.keep };
}

async function main(): Promise<void> {
  const { people, seconds, only, against, keep } = readOptions();
  const began = describeMachine(["npm run bench --", ...process.argv.slice(2)].join(" ").replace(/ --$/, ""));
  if (against !== undefined) {
    const comparison = await compareWith(against, { people: people[0] ?? 600, seconds });
    if (!printComparison(comparison)) process.exitCode = 1;
    write({ ...began, loadAfter: loadavg()[0], ...comparison });
    return;
  }
  await build(process.cwd());
  const parts = new Set(PARTS.filter((part) => only?.includes(part) ?? true));
  const sizes: SizeResult[] = [];
  for (const count of people) {
    console.log(`\n${count.toLocaleString("en")} people\n`);
    sizes.push(
      await measureSize(count, { seconds, parts, ...(keep === undefined ? {} : { kept: join(keep, String(count)) }) }),
    );
    const run = { began, loadAfter: loadavg()[0] ?? 0, seconds, rounds: ROUNDS, connections: CONNECTIONS };
    // After each size: what comes later may be cut off.
    write({ ...run, sizes });
    if (only === undefined && sizes.length > 1) writeSection("docs/performance.md", HEADING, sectionText(run, sizes));
  }
  const { met, missed, grown, reads } = countTargets(sizes);
  if (sizes.length > 1) console.log(`\n${growthTable(sizes)}`);
  console.log(
    `\nTargets met: ${met}; missed: ${missed}. Reads that grow by more than ${MOST_GROWTH} ×: ${grown} of ${reads}.`,
  );
}

function write(results: unknown): void {
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
}

try {
  await main();
} catch (error) {
  if (!isEnding()) console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
