import { Client } from "pg";
import { migrate } from "#db/migrate.ts";
import { createTestDatabase, MIGRATED, serverUrl, TEMPLATE_NAME, type TestDatabase } from "./postgres.ts";

/**
 * A fresh database on which an app can start at once: migrated, with the queue's tables, without data and without a
 * secret. It is a copy of a database that the run makes once. Making one takes eight times as long as a copy.
 * @param prepare does to the first one all that a start does to an empty database
 */
export function createReadyDatabase(prepare: (databaseUrl: string) => Promise<void>): Promise<TestDatabase> {
  return createCopy("", prepare);
}

/** A fresh database with all tables and nothing in them, for tests without an app. A copy as well. */
export function createMigratedDatabase(): Promise<TestDatabase> {
  return createCopy(MIGRATED, async (url) => void (await migrate(url)));
}

/** A copy of a copy that `first` makes and `prepare` fills, once in the run. */
export function createFilledDatabase(
  kind: string,
  first: () => Promise<TestDatabase>,
  prepare: (databaseUrl: string) => Promise<void>,
): Promise<TestDatabase> {
  return createCopy(kind, prepare, first);
}

/** @param kind which template: the end of its name */
async function createCopy(
  kind: string,
  prepare: (databaseUrl: string) => Promise<void>,
  first: () => Promise<TestDatabase> = createTestDatabase,
): Promise<TestDatabase> {
  const name = process.env[TEMPLATE_NAME];
  if (name === undefined) throw new Error("There is no test server: list tests/helpers/postgres.ts in globalSetup.");
  const template = `${name}${kind}`;
  const making = made.get(template) ?? makeOnce(template, prepare, first);
  made.set(template, making);
  await making;
  return await createTestDatabase({ template });
}

/** Once in this process, too, so that the database need not be asked each time. */
const made = new Map<string, Promise<void>>();

/** One worker makes the template while the others wait. It gets its name when it is complete. */
async function makeOnce(
  template: string,
  prepare: (databaseUrl: string) => Promise<void>,
  first: () => Promise<TestDatabase>,
): Promise<void> {
  const client = new Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtextextended($1, 0))", [template]);
    const { rowCount } = await client.query("select from pg_database where datname = $1", [template]);
    if (rowCount !== 0) return;
    const { name, url } = await first();
    await prepare(url);
    await client.query(`ALTER DATABASE "${name}" RENAME TO "${template}"`);
  } finally {
    await client.end();
  }
}
