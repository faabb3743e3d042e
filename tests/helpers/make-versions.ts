/**
 * npx node tests/helpers/make-versions.ts
 * Writes tests/fixtures/versions: backups of the same few people in each version of the database. Run it after a new
 * migration. It adds versions after the newest file only: the files are of released versions, and those of versions
 * that were never released were removed. After an edit of a migration that is not released, delete its file first.
 */
import { readdirSync } from "node:fs";
import { dumpDatabase } from "#db/backup-dump.ts";
import { migrate } from "#db/migrate.ts";
import { NOBODYS } from "./nobodys-backup.ts";
import { buildOldSchema, OLD_PEOPLE, queryOnce } from "./old-database.ts";
import { createTestDatabase, startTestServer } from "./postgres.ts";

const FOLDER = new URL("../fixtures/versions/", import.meta.url);

const newest = readdirSync(FOLDER).toSorted().at(-1) ?? "";
const written: string[] = [];
const server = await startTestServer();
const database = await createTestDatabase();

async function keep(name: string): Promise<void> {
  const file = `${name.replace(/\.sql$/, "")}.backup`;
  if (file <= newest) return;
  await dumpDatabase(database.url, new URL(file, FOLDER).pathname, NOBODYS);
  written.push(file);
}

await buildOldSchema(database.url, "0012");
await queryOnce(database.url, OLD_PEOPLE);
await keep("0012-line-ends.sql");
await migrate(database.url, undefined, keep);
await database.drop();
await server.stop();
console.log(
  written.length > 0
    ? `Wrote to tests/fixtures/versions: ${written.join(", ")}.`
    : `Wrote nothing: ${newest} is of the newest migration. If you edited that, delete the file first.`,
);
