import { sql } from "kysely";
import type { Database, Reader } from "#db/connect.ts";
import { readCards } from "./read.server.ts";
import type { PublicProfile } from "./schema.ts";

/**
 * What anybody may see of everybody, as it is at one moment: one statement in a transaction that sees one snapshot.
 * For the path engine's thread, which has a connection of its own without a time-out.
 */
export async function* streamVisibleProfiles(db: Database, today: string): AsyncGenerator<PublicProfile[]> {
  const trx = await db.startTransaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute();
  try {
    await sql`declare visible no scroll cursor for select id from profile where listed order by id`.execute(trx);
    // 500: enough that the way to the database does not count, few enough to leave room for other work between.
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

/** The public id of everybody who is stored, hidden or not, in batches; to look at each of them as a visitor would. */
export async function* streamProfileIds(db: Reader): AsyncGenerator<string[]> {
  for (let last = 0; ;) {
    const rows = await db
      .selectFrom("profile")
      .select(["id", "public_id"])
      .where("id", ">", last)
      .orderBy("id")
      .limit(500)
      .execute();
    const end = rows.at(-1);
    if (!end) return;
    last = end.id;
    yield rows.map((row) => row.public_id);
  }
}
