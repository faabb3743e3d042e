import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { newClient } from "./client.ts";

const FOLDER = fileURLToPath(new URL("./migrations/", import.meta.url));
const BEFORE_THE_FOLD = `${FOLDER}before-the-fold/`;
/** This file creates the whole schema of a new database. */
const FOUNDATION = "0001-foundation.sql";
/**
 * The last of the old migrations: it brings an old database to the schema of FOUNDATION. New databases record it too.
 * Programs from before the fold know FOUNDATION but not this file, so they refuse the database.
 */
const FOLD = "0016-fold.sql";
/** The advisory lock of all migrations. Any fixed number will do. */
const LOCK = 7_311_904_201;
/** This row among the migrations means that a restore is unfinished. Programs refuse such a database. */
const RESTORING = "9999-restore-unfinished";

type Migration = { name: string; path: string; notes: string[] };

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).toSorted();
}

/** The migrations that a new database gets, in order. */
export function migrationNames(): Promise<string[]> {
  return namesIn(FOLDER);
}

/**
 * The migrations that a database still needs.
 * @param done migrations that the database has recorded
 * @throws Error if the database is newer than this program
 */
async function missingFrom(done: ReadonlySet<string>): Promise<Migration[]> {
  const [names, oldNames] = [await namesIn(FOLDER), await namesIn(BEFORE_THE_FOLD)];
  if (done.has(RESTORING))
    throw new Error("A restore of this database was cut short. Run npm run restore again, with the same backup.");
  const unknown = [...done].find((name) => !names.includes(name) && !oldNames.includes(name));
  if (unknown !== undefined) {
    throw new Error(`The database is newer than this version of Pipelines (it has "${unknown}"). Update the program.`);
  }
  const isFromBefore = done.size > 0 && !done.has(FOLD);
  const old = isFromBefore ? oldNames.filter((name) => !done.has(name)) : [];
  return [
    ...old.map((name) => ({ name, path: `${BEFORE_THE_FOLD}${name}`, notes: [name] })),
    ...names
      .filter((name) => !done.has(name) && !(isFromBefore && name === FOUNDATION))
      .map((name) => ({ name, path: `${FOLDER}${name}`, notes: name === FOUNDATION ? [name, FOLD] : [name] })),
  ];
}

/** Reads a file and the files that its psql lines `\ir path` include. */
async function readStatements(path: string): Promise<string> {
  const text = await readFile(path, "utf8");
  const [, included] = /^\\ir (\S+)$/m.exec(text) ?? [];
  if (included === undefined) return text;
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const inner = await readFile(`${folder}${included}`, "utf8");
  return text.replace(/^\\ir \S+$/m, () => inner);
}

/**
 * The statements that create the tables of these migrations in an empty database, file by file.
 * @throws Error if this program does not know one of the migrations
 */
export async function schemaOf(migrations: readonly string[]): Promise<string[]> {
  const done = new Set(migrations);
  await missingFrom(done);
  const isFromBefore = !done.has(FOLD);
  const [folder, names] = isFromBefore
    ? [BEFORE_THE_FOLD, await namesIn(BEFORE_THE_FOLD)]
    : [FOLDER, await namesIn(FOLDER)];
  return Promise.all(names.filter((name) => done.has(name)).map((name) => readStatements(`${folder}${name}`)));
}

/**
 * Records that a restore is unfinished, so that no program starts on half a database. `endRestore` removes the record.
 */
export async function beginRestore(client: pg.Client): Promise<void> {
  await client.query("insert into migration (name) values ($1)", [RESTORING]);
}

/** Allows programs to start on this database again. */
export async function endRestore(url: string): Promise<void> {
  const client = newClient(url, { application_name: "pipelines-migrate" });
  await client.connect();
  try {
    await client.query("begin");
    await client.query("drop table if exists restored_switch, restored_picture");
    await client.query("delete from migration where name = $1", [RESTORING]);
    await client.query("commit");
  } finally {
    await client.end();
  }
}

/** A migration that runs longer than this is named, so that whoever waits for an upgrade knows what it does. */
const LONG_MS = 2_000;

/**
 * Applies the missing migrations, each in its own transaction, under an advisory lock. So two processes can start at
 * once, and a killed process leaves only complete migrations. Refuses a database that is newer than this program.
 * @param say gets one line for all of them, and one for each that takes long
 * @param options.debug gets the name of each
 * @returns the migrations that were applied now
 */
export async function migrate(
  url: string,
  say: (line: string) => void = () => {},
  after?: (name: string) => Promise<void>,
  options: { isRestore?: boolean; debug?: (name: string) => void } = {},
): Promise<string[]> {
  const client = newClient(url, {
    application_name: "pipelines-migrate",
    connectionTimeoutMillis: 10_000,
  });
  // If the server goes away, the running statement fails. Without a listener, the error would also end the process.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    await client.query(
      "create table if not exists migration (name text primary key, applied_at timestamptz not null default now())",
    );
    const { rows } = await client.query<{ name: string }>("select name from migration");
    const done = new Set(rows.map((row) => row.name));
    if (options.isRestore === true) done.delete(RESTORING);
    const missing = await missingFrom(done);
    const last = missing.at(-1)?.name;
    if (last !== undefined)
      say(`Migrating the database: ${missing.length === 1 ? last : `${missing.length} versions, up to ${last}`}`);
    for (const { name, path, notes } of missing) {
      options.debug?.(name);
      const text = await readStatements(path);
      const timer = setTimeout(() => say(`Migrating the database: ${name} takes a while`), LONG_MS);
      await client.query("begin");
      try {
        await client.query(text);
        await client.query("insert into migration (name) select unnest($1::text[])", [notes]);
        await client.query("commit");
      } catch (error) {
        // This fails if the connection is gone; the transaction is gone too then. The first error is the one to report.
        await client.query("rollback").catch(() => {});
        throw error;
      } finally {
        clearTimeout(timer);
      }
      await after?.(name);
    }
    return missing.map(({ name }) => name);
  } finally {
    await client.end();
  }
}
