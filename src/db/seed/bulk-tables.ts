import type { ClientBase } from "pg";

/**
 * Takes foreign keys, unique constraints and indexes off the tables while many
 * rows come in, and puts them back as they were: building an index once is far
 * quicker than growing it row by row. What there is to take off is read from
 * the database, so that a later migration needs nothing here. Runs inside the
 * caller's transaction: whatever ends it early, nothing is missing afterwards.
 * @returns what puts everything back; tells of each step
 */
export async function takeOffIndexes(
  client: ClientBase,
  tables: readonly string[],
): Promise<(say: (line: string) => void) => Promise<void>> {
  const { rows: constraints } = await client.query<{ table: string; name: string; type: string; text: string }>(
    `select c.conrelid::regclass::text as "table", quote_ident(c.conname) as name, c.contype as type, pg_get_constraintdef(c.oid) as text
     from pg_constraint c
     where (c.contype in ('f', 'u') and c.conrelid = any($1::text[]::regclass[]))
       or (c.contype = 'f' and c.confrelid = any($1::text[]::regclass[]))
     order by c.contype = 'f' desc, c.conname`,
    [tables],
  );
  const { rows: indexes } = await client.query<{ name: string; text: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as text
     from pg_index i
     where i.indrelid = any($1::text[]::regclass[])
       and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x'))
     order by 1`,
    [tables],
  );
  for (const { table, name } of constraints) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  return async (say) => {
    const add = async ({ table, name, text }: { table: string; name: string; text: string }): Promise<void> => {
      say(`Building ${name}`);
      await client.query(`alter table ${table} add constraint ${name} ${text}`);
    };
    for (const one of constraints.filter(({ type }) => type === "u")) await add(one);
    for (const { name, text } of indexes) {
      say(`Building ${name}`);
      await client.query(text);
    }
    for (const one of constraints.filter(({ type }) => type === "f")) await add(one);
  };
}
