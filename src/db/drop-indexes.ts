import { CompiledQuery } from "kysely";
import type { Trx } from "./connect.ts";

/**
 * `everything`: also primary keys, except those that a view groups by. `all-but-keys`: keeps primary keys, because rows
 * must find each other while they are loaded.
 */
type Extent = "everything" | "all-but-keys";

async function run<Row>(trx: Trx, text: string, parameters: unknown[] = []): Promise<Row[]> {
  const { rows } = await trx.executeQuery<Row>(CompiledQuery.raw(text, parameters));
  return rows;
}

/**
 * Drops foreign keys, unique constraints and indexes while many rows are loaded. To build an index once is far quicker
 * than to grow it row by row, above all with random keys. The list comes from the database, so later migrations need no
 * change here. Runs in the caller's transaction: if that fails, nothing is missing afterwards.
 * @returns a function that adds everything again, and says each step
 */
export async function dropIndexes(
  trx: Trx,
  tables: readonly string[],
  extent: Extent,
): Promise<(say: (line: string) => void) => Promise<void>> {
  const kinds = extent === "everything" ? ["f", "u", "p"] : ["f", "u"];
  const constraints = await run<{ table: string; name: string; type: string; text: string }>(
    trx,
    `select c.conrelid::regclass::text as "table", quote_ident(c.conname) as name, c.contype as type, pg_get_constraintdef(c.oid) as text
     from pg_constraint c
     where (c.contype = any($2::text[]) and c.conrelid = any($1::text[]::regclass[]) and not exists (
         select from pg_depend d where d.refclassid = 'pg_constraint'::regclass and d.refobjid = c.oid
           and d.classid = 'pg_rewrite'::regclass))
       or (c.contype = 'f' and 'p' = any($2::text[]) and c.confrelid = any($1::text[]::regclass[]))
     order by c.contype = 'f' desc, c.conname`,
    [tables, kinds],
  );
  const indexes = await run<{ name: string; text: string }>(
    trx,
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as text
     from pg_index i
     where i.indrelid = any($1::text[]::regclass[])
       and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x'))
     order by 1`,
    [tables],
  );
  for (const { table, name } of constraints) await run(trx, `alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await run(trx, `drop index ${name}`);
  return async (say) => {
    const add = async ({ table, name, text }: { table: string; name: string; text: string }): Promise<void> => {
      say(`Building ${name}`);
      await run(trx, `alter table ${table} add constraint ${name} ${text}`);
    };
    for (const one of constraints.filter(({ type }) => type !== "f")) await add(one);
    for (const { name, text } of indexes) {
      say(`Building ${name}`);
      await run(trx, text);
    }
    for (const one of constraints.filter(({ type }) => type === "f")) await add(one);
  };
}
