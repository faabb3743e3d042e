/** npm run db:reset -- --yes   Deletes everything in the database, accounts included. */
import { sql } from "kysely";
import { migrate } from "#db/migrate.ts";
import { readArguments, runCommand } from "#server/command.ts";
import { announceEverything } from "#server/purge-channel.ts";

const values = readArguments({ yes: { type: "boolean", default: false } }, "npm run db:reset -- --yes");
if (!values.yes) {
  console.error("This removes every account and pipeline. To do it: npm run db:reset -- --yes");
  process.exit(2);
}
await runCommand(async ({ db, url }) => {
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await migrate(url, (line) => console.log(line));
  await announceEverything(db);
  console.log("The database is empty. Start the app (again) with npm start: it loads the catalogue.");
});
