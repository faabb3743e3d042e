/** npm run secret:replace -- --lost: assigns another secret file after the right one was lost for good. */
import { readArguments, refuseBesideApp, runCommand } from "#server/command.ts";
import { replaceSecret } from "#server/secret.ts";

const USAGE = "npm run secret:replace -- --lost";
const { lost } = readArguments({ lost: { type: "boolean" } }, USAGE);
if (lost !== true) {
  console.error(
    `With another secret every session ends, and nobody reaches what they saved any more. Only if the right file is lost for good: ${USAGE}`,
  );
  process.exit(2);
}

await runCommand(async ({ config, db }) => {
  await refuseBesideApp(db);
  await replaceSecret(db, config.secretFile);
  console.log(`The database belongs to ${config.secretFile} now. Keep a copy of that file.`);
});
