import { sql } from "kysely";
import type { Database, Trx } from "#db/connect.ts";
import { inventRows, spansOf, type Cast } from "./chunk.ts";
import { addCompany, COLUMNS, TABLES, type Rows, type TableName } from "./rows.ts";
import { openStoredWorld, readWorld } from "./stored-world.ts";

export type SeedOptions = {
  people: number;
  /** The date that counts as today for the demo people. */
  today: string;
  /** The same seed gives the same people. */
  seed?: number;
  /** Industry by company name. People mostly move between companies of the same kind. */
  industries: ReadonlyMap<string, string>;
  /** Pictures for demo people, in the stored format. Default: none. */
  faces?: readonly Buffer[];
  /** Recounts all derived numbers. */
  refresh: (trx: Trx) => Promise<void>;
};

const SEED = 20_260_101;
/** Shows that the database once had demo people, so that a start does not add them again after their removal. */
const MARK = "demo people";

export const castOf = ({ people, seed = SEED, today }: SeedOptions): Cast => ({ people, seed, today });

/** The pictures in PostgreSQL's text format. */
export const facesOf = ({ faces = [] }: SeedOptions): string[] => faces.map((face) => `\\x${face.toString("hex")}`);

export async function markSeeded(trx: Trx): Promise<void> {
  await trx
    .insertInto("catalogue_version")
    .values({ name: MARK, hash: "loaded" })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
}

/**
 * Adds demo people at the first start, if the database has no people and never had demo people. One transaction; about
 * a second for 600 people.
 * @returns how many people were added
 */
export async function seedDemoIfEmpty(db: Database, options: SeedOptions): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await sql`lock table profile, stop, role in exclusive mode`.execute(trx);
    const somebody = await trx.selectFrom("profile").select("id").limit(1).executeTakeFirst();
    const mark = await trx.selectFrom("catalogue_version").select("name").where("name", "=", MARK).executeTakeFirst();
    if (somebody || mark) return 0;
    const stage = { world: openStoredWorld(await readWorld(trx, options)), faces: facesOf(options) };
    for (const span of spansOf(options.people)) {
      const rows = inventRows(stage, castOf(options), span);
      for (const index of rows.unstored) addCompany(rows, stage.world, index);
      for (const table of TABLES) await insertRows(trx, table, rows);
    }
    await options.refresh(trx);
    await markSeeded(trx);
    return options.people;
  });
}

/** Inserts the rows of a few thousand people by one statement. Undefined cells become null. */
async function insertRows(trx: Trx, table: TableName, rows: Rows): Promise<void> {
  const columns = sql.join(COLUMNS[table].map((column) => sql.ref(column)));
  const payload = JSON.stringify(
    rows[table].map((row) => Object.fromEntries(COLUMNS[table].map((column, index) => [column, row[index]]))),
  );
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${payload}::json)`.execute(trx);
}
