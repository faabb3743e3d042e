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
