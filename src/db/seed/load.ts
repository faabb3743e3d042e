import { once } from "node:events";
import { finished } from "node:stream/promises";
import { sql } from "kysely";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { Database, Trx } from "#db/connect.ts";
import { takeOffIndexes } from "./bulk-tables.ts";
import { inventPerson } from "./person.ts";
import { removeDemoPeople } from "./remove.ts";
import { addRows, COLUMNS, copyLine, noRows, TABLES, type Keys, type Rows, type TableName } from "./rows.ts";
import { openWorld, type World } from "./world.ts";

export type SeedOptions = {
  people: number;
  /** The day on which the demo people are as they are. */
  today: string;
  /** The same seed gives the same people. */
  seed?: number;
  /** Industry by company name: who moves where depends on it. */
  industries: ReadonlyMap<string, string>;
  /** From how many people on the indexes are taken off and put back; 20,000 unless told. */
  bulkFrom?: number;
  /** Counts everything derived anew. */
  refresh: (trx: Trx) => Promise<void>;
  say?: (line: string) => void;
};

const SEED = 20_260_101;
const BATCH = 2_000;
const MANY = 20_000;
/** Marks that demo people were here once, so that a start does not bring back what somebody removed. */
const MARK = "demo people";

/** What a demo world is made of: the listed companies and all schools, in an order that does not depend on keys. */
async function readWorld(db: Database | Trx, industries: SeedOptions["industries"]): Promise<World> {
  const companies = await db
    .selectFrom("company")
    .select(["id", "name", "display_name as displayName", "country_code as country"])
    .where("status", "=", "listed")
    .orderBy("name")
    .execute();
  const schools = await db
    .selectFrom("school")
    .select(["id", "country_code as country", "domains"])
    .orderBy("name_key")
    .orderBy("country_code")
    .orderBy("country")
    .execute();
  return openWorld(
    companies.map((company) => ({ ...company, industry: industries.get(company.name) ?? "other" })),
    schools,
  );
}

async function markSeeded(trx: Trx): Promise<void> {
  await trx
    .insertInto("catalogue_version")
    .values({ name: MARK, hash: "loaded" })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
}

/**
 * Demo people into a database that holds nobody and never did: for the first
 * start. One transaction, about a second for 600.
 * @returns how many came in; 0 where somebody is, or demo people once were
 */
export async function seedDemoIfEmpty(db: Database, options: SeedOptions): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await sql`lock table profile, entry, role in exclusive mode`.execute(trx);
    const somebody = await trx.selectFrom("profile").select("id").limit(1).executeTakeFirst();
    const mark = await trx.selectFrom("catalogue_version").select("name").where("name", "=", MARK).executeTakeFirst();
    if (somebody || mark) return 0;
    const world = await readWorld(trx, options.industries);
    const keys = await lastKeys(trx);
    for (let at = 0; at < options.people; at += BATCH) {
      const rows = inventRows(world, keys, options, at, Math.min(BATCH, options.people - at));
      for (const table of TABLES) await insertRows(trx, table, rows);
    }
    await keepKeys(trx, keys);
    await options.refresh(trx);
    await markSeeded(trx);
    return options.people;
  });
}

function inventRows(world: World, keys: Keys, options: SeedOptions, from: number, count: number): Rows {
  const rows = noRows();
  const seed = options.seed ?? SEED;
  for (let index = from; index < from + count; index += 1) {
    addRows(rows, keys, world, inventPerson(world, seed, index, options.today));
  }
  return rows;
}

/** Rows of a few thousand people as one statement; undefined cells become null. */
async function insertRows(trx: Trx, table: TableName, rows: Rows): Promise<void> {
  const columns = sql.join(COLUMNS[table].map((column) => sql.ref(column)));
  const payload = JSON.stringify(
    rows[table].map((row) => Object.fromEntries(COLUMNS[table].map((column, index) => [column, row[index]]))),
  );
  await sql`insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${payload}::json)`.execute(trx);
}

/** The highest keys given out so far; nobody may add rows until they are kept. */
async function lastKeys(db: Trx): Promise<Keys> {
  const { rows } = await sql<{ profile: number; entry: number; role: number }>`
    select nextval(pg_get_serial_sequence('profile', 'id')) as profile, nextval(pg_get_serial_sequence('entry', 'id')) as entry,
      nextval(pg_get_serial_sequence('role', 'id')) as role`.execute(db);
  const last = rows[0];
  if (!last) throw new Error("The sequences of the tables are not there.");
  return { profile: last.profile, entry: last.entry, role: last.role };
}

async function keepKeys(db: Trx, keys: Keys): Promise<void> {
  for (const table of TABLES) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${keys[table]})`.execute(db);
  }
}

export class RealPeopleError extends Error {
  constructor() {
    super("There are real people in this database. Demo people are only put into a database without them.");
    this.name = "RealPeopleError";
  }
}

/**
 * Any number of demo people, by COPY; those of an earlier run give way. Takes
 * one person at a time from the generator, so that memory does not grow with
 * the number. All in one transaction on one connection.
 * @throws RealPeopleError where somebody real has saved a profile
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
  await removeDemoPeople(db, { refresh: options.refresh });
  const world = await readWorld(db, options.industries);
  const client = new pg.Client({ connectionString: url, application_name: "pipelines-seed" });
  await client.connect();
  try {
    await client.query("set synchronous_commit = off");
    await client.query("set maintenance_work_mem = '256MB'");
    await client.query("begin");
    await client.query("lock table profile, entry, role in access exclusive mode");
    // Asked again behind the lock: somebody may have signed up since.
    const { rowCount } = await client.query("select from profile where not demo and created limit 1");
    if (rowCount) throw new RealPeopleError();
    const putBack = options.people >= (options.bulkFrom ?? MANY) ? await takeOffIndexes(client, TABLES) : undefined;
    const keys = await copyPeople(client, world, options);
    for (const table of TABLES)
      await client.query("select setval(pg_get_serial_sequence($1, 'id'), $2)", [table, keys[table]]);
    await putBack?.(say);
    await client.query("commit");
    say("Gathering statistics");
    await client.query("analyze profile, entry, role");
  } finally {
    await client.end();
  }
  say("Counting");
  await db.transaction().execute(async (trx) => {
    await sql`set local work_mem = '256MB'`.execute(trx);
    await options.refresh(trx);
    await markSeeded(trx);
  });
  await sql`analyze company_stats, company_move, school_tally`.execute(db);
}

const TELL_EVERY = 2_000;

async function copyPeople(client: pg.Client, world: World, options: SeedOptions): Promise<Keys> {
  const { rows } = await client.query<Record<TableName, string>>(
    `select nextval(pg_get_serial_sequence('profile', 'id')) as profile, nextval(pg_get_serial_sequence('entry', 'id')) as entry,
       nextval(pg_get_serial_sequence('role', 'id')) as role`,
  );
  const keys: Keys = { profile: Number(rows[0]?.profile), entry: Number(rows[0]?.entry), role: Number(rows[0]?.role) };
  const started = performance.now();
  let told = started;
  let sending: Promise<void> = Promise.resolve();
  for (let at = 0; at < options.people; at += BATCH) {
    const count = Math.min(BATCH, options.people - at);
    const batch = inventRows(world, keys, options, at, count);
    // The server takes the last batch in while we invent the next one.
    await sending;
    sending = sendBatch(client, batch);
    sending.catch(() => {});
    if (performance.now() - told >= TELL_EVERY) {
      told = performance.now();
      options.say?.(`${(at + count).toLocaleString("en")} of ${options.people.toLocaleString("en")} people`);
    }
  }
  await sending;
  return keys;
}

async function sendBatch(client: pg.Client, rows: Rows): Promise<void> {
  for (const table of TABLES) {
    const stream = client.query(copyFrom(`copy ${table} (${COLUMNS[table].join(", ")}) from stdin`));
    const done = finished(stream);
    done.catch(() => {});
    if (!stream.write(rows[table].map(copyLine).join(""))) await Promise.race([once(stream, "drain"), done]);
    stream.end();
    await done;
  }
}
