import { afterAll } from "vitest";
import { openDatabase, type Database } from "#db/connect.ts";
import { createMigratedDatabase } from "./ready-database.ts";

/** An empty database with all tables, for the tests of one file. It is dropped after them. */
export async function openOwnDatabase(): Promise<Database> {
  const own = await createMigratedDatabase();
  const db = openDatabase(own.url);
  afterAll(async () => {
    await db.destroy();
    await own.drop();
  });
  return db;
}

/**
 * For test data of many rows: the app ends a statement after five seconds, and on a busy machine these take longer.
 * @param work gets its own connections to the database
 */
export async function withoutTimeLimit(url: string, work: (db: Database) => Promise<unknown>): Promise<void> {
  const db = openDatabase(url, { statementTimeout: 0 });
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
}
