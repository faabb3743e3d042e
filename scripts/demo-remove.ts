/** npm run demo:remove   Removes only the demo people. */
import { numberText } from "#core/number-text.ts";
import { removeDemoPeople } from "#db/seed/remove.ts";
import { refreshStats } from "#features/stats/refresh-write.server.ts";
import { readArguments, runCommand } from "#server/command.ts";
import { announceEverything } from "#server/purge-channel.ts";

readArguments({}, "npm run demo:remove");

await runCommand(async ({ db }) => {
  const removed = await removeDemoPeople(db, { refresh: refreshStats });
  await announceEverything(db);
  console.log(removed === 0 ? "There are no demo people." : `${numberText(removed)} demo people removed.`);
});
