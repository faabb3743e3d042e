import { sql } from "kysely";
import type { Database, Reader } from "#db/connect.ts";
import { readCards } from "./read.server.ts";
import type { PublicProfile } from "./schema.ts";

/**
 * The public projections of all people, in batches from one snapshot of the database. For the path engine's thread,
 * which has its own connection without a time-out.
 */
export async function* streamVisibleProfiles(db: Database, today: string): AsyncGenerator<PublicProfile[]> {
  const trx = await db.startTransaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute();
  try {
    await sql`declare visible no scroll cursor for select id from profile where listed order by id`.execute(trx);
    // 500: enough to make round trips cheap, and few enough to let other work run in between.
    for (;;) {
      const { rows } = await sql<{ id: number }>`fetch 500 from visible`.execute(trx);
      if (rows.length === 0) break;
      yield await readCards(
        trx,
        rows.map((row) => row.id),
        today,
      );
    }
  } finally {
    await trx.rollback().execute();
  }
}

/** The public ids of listed people, in the order of keys, for a reading in steps. */
export async function readListedIds(db: Reader, after: number, most: number): Promise<{ key: number; id: string }[]> {
  const rows = await db
    .selectFrom("profile")
    .select(["id", "public_id"])
    .where("id", ">", after)
    .where("listed", "=", true)
    .orderBy("id")
    .limit(most)
    .execute();
  return rows.map((row) => ({ key: row.id, id: row.public_id }));
}

/** The public ids of all people, hidden ones too, in the order of keys. For checks that open each as a visitor. */
export async function readAllIds(db: Reader, after: number, most: number): Promise<{ key: number; id: string }[]> {
  const rows = await db
    .selectFrom("profile")
    .select(["id", "public_id"])
    .where("id", ">", after)
    .orderBy("id")
    .limit(most)
    .execute();
  return rows.map((row) => ({ key: row.id, id: row.public_id }));
}

/** The same in batches. */
export async function* streamProfileIds(db: Reader): AsyncGenerator<string[]> {
  for (let last = 0; ;) {
    const some = await readAllIds(db, last, 500);
    const end = some.at(-1);
    if (!end) return;
    last = end.key;
    yield some.map(({ id }) => id);
  }
}
