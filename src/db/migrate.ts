import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";

const FOLDER = fileURLToPath(new URL("./migrations/", import.meta.url));
/** Any fixed number; everybody who migrates takes the same lock. */
const LOCK = 7_311_904_201;

/** Names of the numbered migrations in order. */
export async function migrationNames(): Promise<string[]> {
  const names = await readdir(FOLDER);
  return names.filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).toSorted();
}

/**
 * Applies what is missing, each migration in a transaction of its own, under
 * an advisory lock: two processes at once are safe, a killed one leaves whole
 * migrations behind. Refuses a database that is newer than this program.
 * @returns the names applied now
 */
export async function migrate(
  url: string,
  say: (line: string) => void = () => {},
  after?: (name: string) => Promise<void>,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: "pipelines-migrate" });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    await client.query(
      "create table if not exists migration (name text primary key, applied_at timestamptz not null default now())",
    );
    const done = new Set(
      (await client.query<{ name: string }>("select name from migration")).rows.map((row) => row.name),
    );
    const names = await migrationNames();
    const unknown = [...done].find((name) => !names.includes(name));
    if (unknown) {
      throw new Error(
        `The database is newer than this version of Pipelines (it has "${unknown}"). Update the program.`,
      );
    }
    const missing = names.filter((name) => !done.has(name));
    for (const name of missing) {
      say(`Migrating the database: ${name}`);
      const text = await readFile(`${FOLDER}${name}`, "utf8");
      await client.query("begin");
      try {
        await client.query(text);
        await client.query("insert into migration (name) values ($1)", [name]);
        await client.query("commit");
      } catch (error) {
        await client.query("rollback");
        throw error;
      }
      await after?.(name);
    }
    return missing;
  } finally {
    await client.end();
  }
}
