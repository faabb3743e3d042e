import pg from "pg";
import { codeOf } from "#core/errors.ts";
import { newClient } from "./client.ts";
import { to as copyTo } from "pg-copy-streams";
import { copyPictures } from "./backup-pictures.ts";
import { LOCK_NOT_AVAILABLE } from "./move-rows.ts";
import { BackupError, BackupWriter, type BackupHead, type TableHead } from "./backup-file.ts";

/**
 * Backups and rewrites of tables take this advisory lock, so that neither waits for the other's table locks. Any fixed
 * number will do.
 */
export const BACKUP_LOCK = 7_311_904_203;
const LOCK_WAIT_MS = 5_000;

/** The parts of the head that come from the caller and not from tables. */
type BackupExtras = Pick<BackupHead, "madeAt" | "secretCheck" | "wrappedSecret" | "switched">;

/** `lost`: the number of pictures that are missing in their store. */
export type Dumped = { head: BackupHead; rows: number; lost: number };

/** Reads a picture from the store; undefined if it is missing. */
export type ReadStored = (key: string) => Promise<Buffer | undefined>;

/**
 * Finds the tables to copy, with their columns and primary keys. Unlogged tables are left out: they hold counts of
 * minutes. The marks of deleted people are in the head. Files that wait for deletion belong to the store, so a copy of
 * the database must not list them. What ClickHouse holds is no part of the database: after a restore it is filled anew.
 * `mixed_table` names transactions of this server, which mean nothing in another one.
 */
const TABLES = `
  select c.relname as name,
    (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    (select array_agg(a.attname::text order by k.place) from pg_index i,
      unnest(i.indkey::int2[]) with ordinality k (attnum, place), pg_attribute a
      where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = k.attnum) as key
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
    and c.relname not in ('forgotten', 'picture_to_delete', 'path_store', 'path_change', 'mixed_table')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by 1`;

const SEQUENCES = `
  select c.relname as table, a.attname as column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attidentity <> '' order by 1, 2`;

export type FoundTable = { name: string; columns: string[]; key: string[] | null };

/**
 * Copies the database into one file while others go on writing. All tables are copied as of one moment. Rows are sorted
 * by their keys, because their order on disk shows who signed up when. Pictures from a store are copied as if the
 * database held them.
 * @param readStored undefined if the settings name no store
 * @throws BackupError if another backup is running, or if pictures are in a store that the settings do not name
 */
export async function dumpDatabase(
  url: string,
  file: string,
  extras: BackupExtras,
  readStored?: ReadStored,
): Promise<Dumped> {
  const client = newClient(url, { application_name: "pipelines-backup" });
  client.on("error", () => {});
  await client.connect();
  let writer: BackupWriter | undefined;
  try {
    await takeLock(client);
    await client.query("begin isolation level repeatable read, read only");
    const { rows: tables } = await client.query<FoundTable>(TABLES);
    if (!tables.some(({ name }) => name === "migration")) {
      throw new BackupError("The database is empty: there is nothing to back up.");
    }
    const head = await describe(client, tables, extras);
    writer = new BackupWriter(file);
    await writer.head(head);
    let [rows, lost] = [0, 0];
    for (const table of tables) {
      if (table.name === "picture" && table.columns.includes("stored_as")) {
        const pictures = await copyPictures(client, writer, table, readStored);
        rows += pictures.rows;
        lost += pictures.lost;
      } else rows += await copyTable(client, writer, table);
    }
    await client.query("commit");
    await writer.finish();
    return { head, rows, lost };
  } catch (error) {
    await writer?.discard();
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Only one backup is made at a time. Whoever rewrites a table has the same lock, mostly for a moment. Call it before the
 * transaction begins, so that the backup shows the data as it is after the wait, not before.
 */
async function takeLock(client: pg.Client): Promise<void> {
  await client.query(`set lock_timeout = ${LOCK_WAIT_MS}`);
  try {
    await client.query("select pg_advisory_lock($1)", [BACKUP_LOCK]);
  } catch (cause) {
    if (codeOf(cause) !== LOCK_NOT_AVAILABLE) throw cause;
    throw new BackupError("Another backup is being made. Try again in a minute.", { cause });
  }
  await client.query("reset lock_timeout");
}

async function describe(client: pg.Client, tables: readonly FoundTable[], extras: BackupExtras): Promise<BackupHead> {
  const migrations = await client.query<{ name: string }>("select name from migration order by name");
  const hasForgotten = await client.query<{ is: boolean }>("select to_regclass('public.forgotten') is not null as is");
  const forgotten = hasForgotten.rows[0]?.is
    ? await client.query<{ mark: Buffer; until: string }>(
        "select mark, kept_until::text as until from forgotten order by mark",
      )
    : { rows: [] };
  return {
    format: "pipelines-backup",
    version: 1,
    ...extras,
    migrations: migrations.rows.map(({ name }) => name),
    forgotten: forgotten.rows.map(({ mark, until }) => [mark.toString("hex"), until] as const),
    tables: tables.map(({ name, columns }): TableHead => ({ name, columns })),
    sequences: await readSequences(client),
  };
}

async function readSequences(client: pg.Client): Promise<BackupHead["sequences"]> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(SEQUENCES);
  const found: { table: string; column: string; last: string; used: boolean }[] = [];
  for (const { table, column, sequence } of rows) {
    const state = await client.query<{ last: string; used: boolean }>(
      `select last_value::text as last, is_called as used from ${sequence}`,
    );
    const row = state.rows[0];
    if (row) found.push({ table, column, ...row });
  }
  return found;
}

async function copyTable(client: pg.Client, writer: BackupWriter, table: FoundTable): Promise<number> {
  const columns = table.columns.map((name) => pg.escapeIdentifier(name)).join(", ");
  // Without a key, sort by the whole row: the order must not be that of time.
  const order = table.key?.map((name) => pg.escapeIdentifier(name)).join(", ") ?? "t::text";
  const name = pg.escapeIdentifier(table.name);
  const stream = client.query(copyTo(`copy (select ${columns} from ${name} t order by ${order}) to stdout`));
  for await (const chunk of stream as AsyncIterable<Buffer>) await writer.write(chunk);
  await writer.endTable(table.name, stream.rowCount);
  return stream.rowCount;
}
