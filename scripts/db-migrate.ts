/** npm run db:migrate   Migrates the database to this version. `npm start` does the same. */
import { readArguments, runCommand } from "#server/command.ts";

readArguments({}, "npm run db:migrate");

// Opening the database for a command migrates it.
await runCommand(async () => console.log("The database is up to date."));
