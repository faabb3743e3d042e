import { numberText } from "#core/number-text.ts";
import { sql } from "kysely";
import type pg from "pg";
import { newClient } from "#db/client.ts";
import type { Database, Trx } from "#db/connect.ts";
import { runByClient, runByTrx, takeOffIndexes } from "./bulk-tables.ts";
import { copyRows } from "./copy.ts";
import { inventPerson } from "./person.ts";
import { removeDemoPeople } from "./remove.ts";
import { addRows, COLUMNS, noRows, personAt, TABLES, type Rows, type Stage, type TableName } from "./rows.ts";
import { readWorld } from "./stored-world.ts";

export type SeedOptions = {
  people: number;
  /** The date that counts as today for the demo people. */
  today: string;
  /** The same seed gives the same people. */
  seed?: number;
  /** Industry by company name. People mostly move between companies of the same kind. */
  industries: ReadonlyMap<string, string>;
  /** With this many people or more, indexes are dropped and rebuilt. Default: 20,000. */
  bulkFrom?: number;
  /** Pictures for demo people, in the stored format. Default: none. */
  faces?: readonly Buffer[];
  /** Recounts all derived numbers. */
  refresh: (trx: Trx) => Promise<void>;
  say?: (line: string) => void;
};

const SEED = 20_260_101;
const BATCH = 2_000;
const MANY = 20_000;
const TELL_EVERY_MS = 5_000;
/** Shows that the database once had demo people, so that a start does not add them again after their removal. */
const MARK = "demo people";
/** Tables that grow with the number of people. There are few companies. */
const LARGE = ["profile", "stop", "role"] as const;
/** Derived tables that grow with the number of people. */
const LARGE_DERIVED = [
  "anonymous_stop",
  "anonymous_title",
  "company_day",
  "company_move",
  "school_company_stats",
  "published_rating_member",
] as const;

async function openStage(db: Database | Trx, options: SeedOptions): Promise<Stage> {
  const faces = (options.faces ?? []).map((face) => `\\x${face.toString("hex")}`);
  return { world: await readWorld(db, options), faces };
}

async function markSeeded(trx: Trx): Promise<void> {
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
    const stage = await openStage(trx, options);
    for (let from = 0; from < options.people; from += BATCH) {
      const rows = inventRows(stage, options, { from, count: Math.min(BATCH, options.people - from) });
      for (const table of TABLES) await insertRows(trx, table, rows);
    }
    await options.refresh(trx);
    await markSeeded(trx);
    return options.people;
  });
}

function inventRows(stage: Stage, options: SeedOptions, { from, count }: { from: number; count: number }): Rows {
  const rows = noRows();
  const seed = options.seed ?? SEED;
  for (let at = from; at < from + count; at += 1) {
    const place = { at, of: options.people };
    addRows(rows, stage, inventPerson(stage.world, seed, personAt(place), options.today), place);
  }
  return rows;
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

export class RealPeopleError extends Error {
  constructor() {
    super("There are real people in this database. Demo people are only put into a database without them.");
    this.name = "RealPeopleError";
  }
}

/**
 * Adds any number of demo people by COPY, and removes those of an earlier run. Makes one person at a time, so memory
 * does not grow with the number. All in one transaction on one connection.
 * @throws RealPeopleError if a real person has saved a profile
 */
export async function seedPeople(db: Database, url: string, options: SeedOptions): Promise<void> {
  const say = options.say ?? (() => {});
  const real = await db
    .selectFrom("profile")
    .select("id")
    .where("demo", "=", false)
    .where("created", "=", true)
    .limit(1)
    .executeTakeFirst();
  if (real) throw new RealPeopleError();
  const isMany = options.people >= (options.bulkFrom ?? MANY);
  await removeDemoPeople(db, { refresh: options.refresh });
  const stage = await openStage(db, options);
  const client = newClient(url, { application_name: "pipelines-seed" });
  await client.connect();
  try {
    await client.query("set synchronous_commit = off");
    await client.query("set maintenance_work_mem = '256MB'");
    await client.query("begin");
    await client.query("lock table profile, stop, role in access exclusive mode");
    // Check again while holding the lock: somebody may have signed up since the first check.
    const { rowCount } = await client.query("select from profile where not demo and created limit 1");
    if (rowCount) throw new RealPeopleError();
    const putBack = isMany ? await takeOffIndexes(runByClient(client), LARGE, "everything") : undefined;
    say("Making people");
    await copyPeople(client, stage, options);
    await putBack?.(say);
    await client.query("commit");
    say("Gathering statistics");
    await client.query("analyze profile, stop, role");
  } finally {
    await client.end();
  }
  say("Counting");
  await db.transaction().execute(async (trx) => {
    await sql`set local work_mem = '256MB'`.execute(trx);
    await sql`set local maintenance_work_mem = '256MB'`.execute(trx);
    const putBack = isMany ? await takeOffIndexes(runByTrx(trx), LARGE_DERIVED, "all-but-keys") : undefined;
    await options.refresh(trx);
    await putBack?.(say);
    await markSeeded(trx);
  });
  await sql`analyze company_stats, company_move, school_company_stats, company_day, school_stats`.execute(db);
}

async function copyPeople(client: pg.Client, stage: Stage, options: SeedOptions): Promise<void> {
  let lastSaid = performance.now();
  let sending: Promise<void> = Promise.resolve();
  for (let from = 0; from < options.people; from += BATCH) {
    const count = Math.min(BATCH, options.people - from);
    const rows = inventRows(stage, options, { from, count });
    // The server stores this batch while the next one is made.
    await sending;
    sending = copyRows(client, rows);
    sending.catch(() => {});
    if (performance.now() - lastSaid >= TELL_EVERY_MS) {
      lastSaid = performance.now();
      options.say?.(`${numberText(from + count)} of ${numberText(options.people)} people`);
    }
  }
  await sending;
}
