/** npm run verify   Recounts everything derived from the stops and compares it with what is stored. */
import { findDifferences } from "#features/tally/recount.server.ts";
import { runCommand } from "#server/command.ts";

await runCommand(async ({ db }) => {
  console.log("Recounting…");
  const differences = await findDifferences(db);
  for (const one of differences) console.log(`${one.table} ${one.key}: stored ${one.stored}, counted ${one.counted}`);
  if (differences.length > 0) {
    console.error(`${differences.length} differences.`);
    process.exitCode = 1;
  } else {
    console.log("Everything derived equals its recount.");
  }
});
