/**
 * node tests/helpers/make-versions.ts
 * Writes tests/fixtures/versions: backups of the same few people in each version of the database. Run it after a new
 * migration. Existing files stay, because released versions made them.
 */
import { existsSync } from "node:fs";
import { dumpDatabase } from "#db/backup-dump.ts";
import { migrate } from "#db/migrate.ts";
import { buildOldSchema, OLD_PEOPLE, queryOnce } from "./old-database.ts";
import { createTestDatabase, startTestServer } from "./postgres.ts";

const FOLDER = new URL("../fixtures/versions/", import.meta.url);
const NOBODYS = { madeAt: "2026-11-15T12:00:00.000Z", secretCheck: "0".repeat(32), wrappedSecret: null };

const server = await startTestServer();
const database = await createTestDatabase();

async function keep(name: string): Promise<void> {
  const file = new URL(`${name.replace(/\.sql$/, "")}.backup`, FOLDER).pathname;
  if (!existsSync(file)) await dumpDatabase(database.url, file, NOBODYS);
}

await buildOldSchema(database.url, "0012");
await queryOnce(database.url, OLD_PEOPLE);
await keep("0012-line-ends.sql");
await migrate(database.url, undefined, keep);
await database.drop();
await server.stop();
