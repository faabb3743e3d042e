import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";

const FOLDER = fileURLToPath(new URL("./migrations/", import.meta.url));
const BEFORE_THE_FOLD = `${FOLDER}before-the-fold/`;
/** A new database gets the whole schema by this file. */
const FOUNDATION = "0001-foundation.sql";
/**
 * The last file of the old chain brings a database to that same schema. A new database notes it too: programs from
 * before the fold know FOUNDATION by name, but not this one, and so refuse the database.
 */
const FOLD = "0016-fold.sql";
/** Any fixed number; everybody who migrates takes the same lock. */
const LOCK = 7_311_904_201;
/** A note among the migrations while a backup is being restored; every program refuses such a database. */
const RESTORING = "9999-restore-unfinished";

type Migration = { name: string; path: string; notes: string[] };

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).toSorted();
}

/** Names of the migrations that a new database gets, in order. */
export function migrationNames(): Promise<string[]> {
  return namesIn(FOLDER);
}

/**
 * What a database still needs.
 * @param done names that the database has noted
 * @throws Error for a database that is newer than this program
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

/** A file's text, with the files that its psql lines `\ir path` name. */
async function readStatements(path: string): Promise<string> {
  const text = await readFile(path, "utf8");
  const [, included] = /^\\ir (\S+)$/m.exec(text) ?? [];
  if (included === undefined) return text;
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const inner = await readFile(`${folder}${included}`, "utf8");
  return text.replace(/^\\ir \S+$/m, () => inner);
}

/**
 * The statements that give an empty database the tables which these migrations made, file by file.
 * @throws Error for a migration that this program does not know
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

/** Notes that a restore is under way; `endRestore` takes the note away. */
export async function beginRestore(client: pg.Client): Promise<void> {
  await client.query("insert into migration (name) values ($1)", [RESTORING]);
}

/** From now on programs start on this database again. */
export async function endRestore(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: "pipelines-migrate" });
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
  options: { isRestore?: boolean } = {},
): Promise<string[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "pipelines-migrate",
    connectionTimeoutMillis: 10_000,
  });
  // A server that goes away fails the statement under way; without a listener it would also end the process.
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
    for (const { name, path, notes } of missing) {
      say(`Migrating the database: ${name}`);
      const text = await readStatements(path);
      await client.query("begin");
      try {
        await client.query(text);
        await client.query("insert into migration (name) select unnest($1::text[])", [notes]);
        await client.query("commit");
      } catch (error) {
        // Where the connection is gone so is the transaction; what matters is why.
        await client.query("rollback").catch(() => {});
        throw error;
      }
      await after?.(name);
    }
    return missing.map(({ name }) => name);
  } finally {
    await client.end();
  }
}
