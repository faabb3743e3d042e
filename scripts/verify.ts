/**
 * npm run verify   Recounts all derived numbers from the stops, and compares the path engine, or ClickHouse where the
 * paths are there, with each person's own page.
 */
import { calendarDay } from "#core/calendar.ts";
import { findEngineDifferences } from "#features/path/verify.server.ts";
import { everybodyIn } from "#app/path-engine-reads.server.ts";
import { verifyClickHouse } from "#app/paths.server.ts";
import { findDifferences } from "#features/stats/recount.server.ts";
import { readArguments, runCommand } from "#server/command.ts";
import type { Config } from "#server/config.ts";
import type { Database } from "#db/connect.ts";

readArguments({}, "npm run verify");

type Compared = { where: string; lines: number; differences: readonly string[] };

async function comparePaths(db: Database, paths: Config["paths"]): Promise<Compared> {
  const today = calendarDay(new Date());
  const where = paths === undefined ? "the path engine" : "ClickHouse";
  console.log(`Comparing ${where} with each person's own page…`);
  if (paths !== undefined) {
    const { lines, differences } = await verifyClickHouse(paths, { db, today });
    return { where, lines, differences: differences.map((id) => `ClickHouse ${id}: differs from what a visitor sees`) };
  }
  const { lines, differences } = await findEngineDifferences(db, everybodyIn(db), today);
  return { where, lines, differences: differences.map(({ profile, what }) => `path engine ${profile}: ${what}`) };
}

await runCommand(async ({ db, config }) => {
  console.log("Recounting…");
  const differences = await findDifferences(db);
  for (const one of differences) console.log(`${one.table} ${one.key}: stored ${one.stored}, counted ${one.counted}`);
  const paths = await comparePaths(db, config.paths);
  for (const line of paths.differences) console.log(line);
  const all = differences.length + paths.differences.length;
  if (all > 0) {
    console.error(`${all} differences.`);
    process.exitCode = 1;
  } else {
    console.log(`Everything derived equals its recount, and ${paths.lines} pipelines are in ${paths.where} as shown.`);
  }
});
