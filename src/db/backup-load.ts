import { once } from "node:events";
import { finished } from "node:stream/promises";
import pg from "pg";
import { newClient } from "./client.ts";
import { from as copyFrom, type CopyStreamQuery } from "pg-copy-streams";
import { beginRestore, schemaOf } from "./migrate.ts";
import { BackupError, type BackupHead, type Marks, readParts } from "./backup-file.ts";

/**
 * Replaces the whole database with a backup in one transaction. If it fails, the database stays as it was. Afterwards a
 * mark says that the restore is unfinished. No program starts on the database until the mark is removed.
 * @param marks deletions and switches that the backup may not have; the newest switch of each person
 * @throws BackupError if the file is damaged
 */
export async function loadBackup(url: string, file: string, marks: Marks): Promise<void> {
  const client = newClient(url, { application_name: "pipelines-restore" });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("begin");
    await load(client, file, marks);
    await client.query("commit");
    await client.query("analyze");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

async function load(client: pg.Client, file: string, marks: Marks): Promise<void> {
  let head: BackupHead | undefined;
  let copy: CopyStreamQuery | undefined;
  let foreignKeys: string[] = [];
  let files: string[] = [];
  for await (const part of readParts(file)) {
    if (part.kind === "head") {
      ({ head } = part);
      files = await readStoreFiles(client);
      await makeSchema(client, head);
      foreignKeys = await dropForeignKeys(client);
    } else if (part.kind === "table") {
      const table = head?.tables.find(({ name }) => name === part.table);
      const columns = (table?.columns ?? []).map((name) => pg.escapeIdentifier(name)).join(", ");
      copy = client.query(copyFrom(`copy ${pg.escapeIdentifier(part.table)} (${columns}) from stdin`));
    } else if (part.kind === "rows" && copy) {
      if (!copy.write(part.data)) await Promise.race([once(copy, "drain"), finished(copy)]);
    } else if (part.kind === "table-end" && copy) {
      copy.end();
      await finished(copy);
      if (copy.rowCount !== part.rows) throw new BackupError(`${part.table} did not take all of its rows.`);
      copy = undefined;
    }
  }
  if (!head) throw new BackupError(`${file} is empty.`);
  for (const statement of foreignKeys) await client.query(statement);
  for (const { table, column, last, used } of head.sequences) {
    const name = pg.escapeIdentifier(table);
    await client.query(`select setval(pg_get_serial_sequence($1, $2), $3, $4)`, [name, column, last, used]);
  }
  await noteForgotten(client, [...head.forgotten, ...marks.forgotten]);
  await noteSwitched(client, marks.switched);
  await noteStoreFiles(client, files);
  await beginRestore(client);
}

/** Makes the tables as they were at the time of the backup. Later this program migrates them to its own version. */
async function makeSchema(client: pg.Client, head: BackupHead): Promise<void> {
  await client.query("drop schema if exists pgboss cascade");
  await client.query("drop schema public cascade");
  await client.query("create schema public");
  await client.query("create table migration (name text primary key, applied_at timestamptz not null default now())");
  for (const statements of await schemaOf(head.migrations)) await client.query(statements);
  // Migrations insert rows that the backup also has, so delete them. The audit log forbids deletion, but has no rows
  // yet.
  const { rows } = await client.query<{ name: string }>(`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`);
  const present = new Set(rows.map(({ name }) => name));
  for (const { name } of head.tables) {
    // The name stands without a schema below, so an unknown one could be that of a table of PostgreSQL itself.
    if (!present.has(name)) throw new BackupError(`The backup cannot be restored: ${name} is no table of Pipelines.`);
    if (name !== "audit_log") await client.query(`delete from ${pg.escapeIdentifier(name)}`);
  }
}

/** Drops the foreign keys. @returns the statements that add them again, and so check them */
async function dropForeignKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; text: string }>(`
    select c.conrelid::regclass::text as table, quote_ident(c.conname) as name, pg_get_constraintdef(c.oid) as text
    from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conparentid = 0`);
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  return rows.map(({ table, name, text }) => `alter table ${table} add constraint ${name} ${text}`);
}

async function noteForgotten(client: pg.Client, marks: Marks["forgotten"]): Promise<void> {
  const { rows } = await client.query<{ is: boolean }>("select to_regclass('public.forgotten') is not null as is");
  if (rows[0]?.is !== true) return;
  await client.query(
    `insert into forgotten (mark, kept_until) select decode(mark, 'hex'), until
      from unnest($1::text[], $2::date[]) m (mark, until) on conflict do nothing`,
    [marks.map(([mark]) => mark), marks.map(([, until]) => until)],
  );
}

/** Stores the switches until the restore ends. A restore that was cut short can be repeated and still knows them. */
async function noteSwitched(client: pg.Client, switched: Marks["switched"]): Promise<void> {
  await client.query(
    "create table restored_switch (mark bytea primary key, switches integer not null, visibility text not null)",
  );
  await client.query(
    `insert into restored_switch (mark, switches, visibility) select decode(mark, 'hex'), switches, visibility
      from unnest($1::text[], $2::integer[], $3::text[]) m (mark, switches, visibility)`,
    [0, 1, 2].map((at) => switched.map((one) => one[at])),
  );
}

/** Tables that name files in the store of pictures. */
const TABLES_NAMING_FILES = ["picture", "picture_to_delete", "restored_picture"];

/** Lists the store's files of the database that is being replaced. The backup contains all its pictures itself. */
async function readStoreFiles(client: pg.Client): Promise<string[]> {
  const { rows: there } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relname = any($1) and a.attname = 'stored_as'`,
    [TABLES_NAMING_FILES],
  );
  const files: string[] = [];
  for (const { name } of there) {
    const { rows } = await client.query<{ stored_as: string }>(
      `select stored_as from ${pg.escapeIdentifier(name)} where stored_as is not null`,
    );
    for (const row of rows) files.push(row.stored_as);
  }
  return files;
}

/** Stores the list until the restore ends. The files are deleted then. */
async function noteStoreFiles(client: pg.Client, files: readonly string[]): Promise<void> {
  await client.query("create table restored_picture (stored_as text primary key)");
  await client.query("insert into restored_picture select distinct unnest($1::text[])", [files]);
}
