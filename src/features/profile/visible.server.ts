import { setImmediate } from "node:timers/promises";
import { sql, type ControlledTransaction, type RawBuilder } from "kysely";
import type { Database, Reader, Trx } from "#db/connect.ts";
import type { DB } from "#db/schema.ts";
import { sendLater } from "#db/transact.ts";
import type { LineOwner } from "#core/stored-profile.ts";
import { pathRowsOf, pathStatements } from "#features/pipeline/read.server.ts";
import { toPublicLine } from "./pure/projection.ts";
import { readCards } from "./read.server.ts";
import type { PublicLine, PublicProfile } from "./schema.ts";

type Keyed = LineOwner & { id: number };

const startSnapshot = (db: Database): Promise<ControlledTransaction<DB>> =>
  db.startTransaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute();

/**
 * Reads listed people and their roles, in one packet of statements. The path engine is filled and kept up to date by
 * these statements alone.
 * @param trx sees one moment of the database
 * @param which what follows `p.listed and`
 * @returns the last key, and a function that makes what everybody may see of them
 */
async function readLines(
  trx: Trx,
  which: RawBuilder<unknown>,
): Promise<{ last: number | undefined; lines: (today: string) => Iterable<PublicLine> }> {
  const peopleOf = await sendLater(
    trx,
    sql<Keyed>`
    select p.id, p.public_id, p.visibility, p.show_months, p.own_titles, p.hide_school, p.school_text,
      s.public_id as school_public_id, s.name as school_name, s.country_code as school_country_code
    from profile p left join school s on s.id = p.school_id where p.listed and ${which}`,
  );
  const statements = pathStatements(sql`select p.id from profile p where p.listed and ${which}`);
  const stopsOf = await sendLater(trx, statements.stops);
  const { rows } = await statements.roles.execute(trx);
  const roles = pathRowsOf(await stopsOf(), rows);
  const people = await peopleOf();
  return {
    last: people.at(-1)?.id,
    // One at a time: V8 copies whatever lives longer than a moment.
    lines: (today) => people.values().map((person) => toPublicLine(person, roles.get(person.id) ?? [], today)),
  };
}

/** The lines of all people, in batches from one snapshot of the database. */
export async function* streamPublicLines(db: Database, today: string): AsyncGenerator<Iterable<PublicLine>> {
  const trx = await startSnapshot(db);
  // 200: enough to make round trips cheap, and few enough to let other work run in between. PostgreSQL stops while the
  // socket is full, so their rows should fit into it. Not a parameter: PostgreSQL would expect a tenth of everybody.
  const readAfter = (key: number): ReturnType<typeof readLines> => {
    const reading = readLines(trx, sql`p.id > ${key} order by p.id limit 200`);
    // The error is for the next step. Without this, one that comes while the caller waits would end the thread.
    reading.catch(() => {});
    return reading;
  };
  let next = readAfter(0);
  try {
    for (;;) {
      const { last, lines } = await next;
      if (last === undefined) break;
      // PostgreSQL reads the next people while the caller works on these. Its statements leave only when the callbacks
      // of promises have run: without the pause they would leave after the work.
      next = readAfter(last);
      await setImmediate();
      yield lines(today);
    }
  } finally {
    await next.catch(() => {});
    await trx.rollback().execute();
  }
}

/** The lines of the people with these public ids, in no particular order. Leaves out hidden and deleted people. */
export async function readPublicLines(db: Database, ids: readonly string[], today: string): Promise<PublicLine[]> {
  const trx = await startSnapshot(db);
  try {
    const { lines } = await readLines(trx, sql`p.public_id = any(${ids}::text[])`);
    return [...lines(today)];
  } finally {
    await trx.rollback().execute();
  }
}

/** The public projections of all people, in batches from one snapshot of the database. For the weekly batches. */
export async function* streamVisibleProfiles(db: Database, today: string): AsyncGenerator<PublicProfile[]> {
  const trx = await startSnapshot(db);
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
