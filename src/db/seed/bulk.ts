import { sql } from "kysely";
import type { ClientBase } from "pg";
import { numberText } from "#core/number-text.ts";
import { openOneConnection, type Database, type Trx } from "#db/connect.ts";
import { dropIndexes } from "#db/drop-indexes.ts";
import { CHUNK_TABLES } from "./chunk.ts";
import { makeChunks, threadsHere } from "./chunks.ts";
import { copyRows } from "./copy.ts";
import { castOf, facesOf, markSeeded, type SeedOptions } from "./load.ts";
import { removeDemoPeople } from "./remove.ts";
import { addCompany, copyLine, noRows } from "./rows.ts";
import { openStoredWorld, readWorld, type WorldData } from "./stored-world.ts";
import type { World } from "./world.ts";

type BulkOptions = SeedOptions & {
  /** With this many people or more, indexes are dropped and rebuilt. Default: 20,000. */
  bulkFrom?: number;
  /** Threads that make people. Default: as many as help. */
  threads?: number;
  say?: (line: string) => void;
};

const MANY = 20_000;
const PROGRESS_EVERY_MS = 5_000;
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

export class RealPeopleError extends Error {
  constructor() {
    super("There are real people in this database. Demo people are only put into a database without them.");
    this.name = "RealPeopleError";
  }
}

async function refuseRealPeople(db: Database | Trx): Promise<void> {
  const real = await db
    .selectFrom("profile")
    .select("id")
    .where("demo", "=", false)
    .where("created", "=", true)
    .limit(1)
    .executeTakeFirst();
  if (real) throw new RealPeopleError();
}

/**
 * Adds any number of demo people by COPY, after removing those of an earlier run. People and all that is counted of
 * them come in one transaction: after a stop in the middle there are none of them. Threads make some people at a time,
 * so memory hardly grows with the number.
 * @throws RealPeopleError if a real person has saved a profile
 */
export async function seedPeople(db: Database, url: string, options: BulkOptions): Promise<void> {
  const say = options.say ?? (() => {});
  await refuseRealPeople(db);
  await removeDemoPeople(db, { refresh: options.refresh });
  const world = await readWorld(db, options);
  const connection = await openOneConnection(url, { applicationName: "pipelines-seed", statementTimeout: 0 });
  try {
    await connection.db.transaction().execute(async (trx) => {
      await setForBulk(trx);
      await sql`lock table profile, stop, role in access exclusive mode`.execute(trx);
      // Check again while holding the lock: somebody may have signed up since the first check.
      await refuseRealPeople(trx);
      await load(trx, connection.client, { world, options, say });
      say("Counting");
      const restoreIndexes = isMany(options) ? await makeDerivedNew(trx) : undefined;
      await options.refresh(trx);
      await restoreIndexes?.(say);
      await markSeeded(trx);
    });
  } finally {
    await connection.close();
  }
  await sql`analyze company_stats, company_move, school_company_stats, company_day, school_stats`.execute(db);
}

const isMany = ({ people, bulkFrom = MANY }: BulkOptions): boolean => people >= bulkFrom;

/** Settings of this transaction only. The two about parallel plans make PostgreSQL use both processors sooner. */
async function setForBulk(trx: Trx): Promise<void> {
  await sql`select set_config('synchronous_commit', 'off', true), set_config('jit', 'off', true),
    set_config('work_mem', '256MB', true), set_config('maintenance_work_mem', '512MB', true),
    set_config('parallel_setup_cost', '100', true), set_config('parallel_tuple_cost', '0.01', true)`.execute(trx);
}

/**
 * Drops the indexes of the derived tables, and truncates the tables that are empty. What is then written to them is not
 * written to the journal too (wal_level = minimal): the tables themselves are on the disk before the commit.
 */
async function makeDerivedNew(trx: Trx): ReturnType<typeof dropIndexes> {
  const restoreIndexes = await dropIndexes(trx, LARGE_DERIVED, "all-but-keys");
  for (const table of LARGE_DERIVED) await truncateEmpty(trx, [table]);
  return restoreIndexes;
}

type Load = { world: WorldData; options: BulkOptions; say: (line: string) => void };

async function load(trx: Trx, client: ClientBase, { world, options, say }: Load): Promise<void> {
  const restoreIndexes = isMany(options) ? await dropIndexes(trx, LARGE, "everything") : undefined;
  const isFrozen = restoreIndexes !== undefined && (await truncateEmpty(trx, LARGE));
  say("Making people");
  await copyPeople(client, { world, options, say, isFrozen });
  await restoreIndexes?.(say);
  say("Gathering statistics");
  await sql`analyze profile, stop, role`.execute(trx);
}

/**
 * Truncates tables if the first one has no row. Only then may COPY write frozen rows. Without foreign keys, no other
 * table is touched.
 * @returns whether it did
 */
async function truncateEmpty(trx: Trx, tables: readonly [string, ...string[]]): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(tables[0])} limit 1`.execute(trx);
  if (rows.length > 0) return false;
  await sql`truncate ${sql.join(tables.map((table) => sql.table(table)))}`.execute(trx);
  return true;
}

async function copyPeople(client: ClientBase, input: Load & { isFrozen: boolean }): Promise<void> {
  const { options, say, isFrozen } = input;
  const world = openStoredWorld(input.world);
  const threads = options.threads ?? (isMany(options) ? threadsHere() : 0);
  const making = { world: input.world, faces: facesOf(options), cast: castOf(options), threads };
  let lastSaid = performance.now();
  let people = 0;
  for await (const { count, unstored, texts } of makeChunks(making)) {
    await copyCompanies(client, world, unstored);
    for (const table of CHUNK_TABLES) {
      await copyRows(client, table, texts[table], isFrozen && table !== "picture");
    }
    people += count;
    if (performance.now() - lastSaid < PROGRESS_EVERY_MS) continue;
    lastSaid = performance.now();
    say(`${numberText(people)} of ${numberText(options.people)} people`);
  }
}

/** Copies the companies that no chunk before had. */
async function copyCompanies(client: ClientBase, world: World, indexes: readonly number[]): Promise<void> {
  const rows = noRows();
  for (const index of indexes) {
    const company = world.companies[index];
    if (!company || company.isStored) continue;
    company.isStored = true;
    addCompany(rows, world, index);
  }
  for (const table of ["company", "company_term"] as const) {
    await copyRows(client, table, rows[table].map(copyLine).join(""));
  }
}
