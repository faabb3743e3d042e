/**
 * npm run verify   Recounts all derived numbers from the stops, fills a path engine, and compares both with what is
 * stored.
 */
import { calendarDay } from "#core/calendar.ts";
import { findEngineDifferences } from "#features/path/verify.server.ts";
import { everybodyIn } from "#app/path-thread-reads.server.ts";
import { findDifferences } from "#features/stats/recount.server.ts";
import { runCommand } from "#server/command.ts";

await runCommand(async ({ db }) => {
  console.log("Recounting…");
  const differences = await findDifferences(db);
  for (const one of differences) console.log(`${one.table} ${one.key}: stored ${one.stored}, counted ${one.counted}`);
  console.log("Comparing the path engine with each person's own page…");
  const engine = await findEngineDifferences(db, everybodyIn(db), calendarDay(new Date()));
  for (const { profile, what } of engine.differences) console.log(`path engine ${profile}: ${what}`);
  const all = differences.length + engine.differences.length;
  if (all > 0) {
    console.error(`${all} differences.`);
    process.exitCode = 1;
  } else {
    console.log(
      `Everything derived equals its recount, and ${engine.lines} pipelines are in the path engine as shown.`,
    );
  }
});
