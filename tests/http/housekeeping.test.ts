import { sql, type ControlledTransaction } from "kysely";
import { expect, it } from "vitest";
import { keepHouse } from "#app/jobs.server.ts";
import type { DB } from "#db/schema.ts";
import { openOwnDatabase } from "#tests/helpers/own-database.ts";
import { waitingForLocks } from "#tests/helpers/waiting.ts";

const db = await openOwnDatabase();
const clock = (): Date => new Date("2026-11-22T12:00:00Z");

async function fill(rows: number): Promise<void> {
  await sql`
    insert into network_flow (state_hash, expires_at)
    select sha256(gen_random_uuid()::text::bytea),
      ${clock()}::timestamptz + case when n <= ${rows} then interval '-1 hour' else interval '1 hour' end
    from generate_series(1, ${rows + 3}) n`.execute(db);
}

/** Changes the row that a batch finds first, in a transaction that stays open. */
async function holdFirst(): Promise<ControlledTransaction<DB>> {
  const trx = await db.startTransaction().execute();
  await sql`update network_flow set expires_at = expires_at
    where ctid = (select min(ctid) from network_flow where expires_at < ${clock()})`.execute(trx);
  return trx;
}

async function left(): Promise<number> {
  const { count } = await db
    .selectFrom("network_flow")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

it("deletes what expired, more than one statement takes, and nothing else", async () => {
  await fill(12_000);
  await keepHouse({ db, clock });
  expect(await left()).toBe(3);
});

it("goes on where somebody changes a row of a batch meanwhile", async () => {
  await fill(12_000);
  const held = await holdFirst();
  const done = keepHouse({ db, clock });
  await expect.poll(() => waitingForLocks(db, { words: "network_flow" }), { timeout: 20_000 }).toBe(1);
  await held.commit().execute();
  await done;
  expect(await left()).toBe(6);
});

it("deletes the counters of limits whose time is over, and those of removed limits after a day", async () => {
  // Minutes since the window began; "visitor" counts for five, "meter" for a day.
  const counters = {
    "visitor:a": 4,
    "visitor:b": 6,
    "meter:a": 1_439,
    "meter:b": 1_441,
    "gone:a": 1_439,
    "gone:b": 1_441,
  };
  for (const [bucket, minutes] of Object.entries(counters))
    await sql`insert into rate_limit (bucket, window_start, hits)
      values (${bucket}, ${new Date(clock().getTime() - minutes * 60_000)}, 1)`.execute(db);
  await keepHouse({ db, clock });
  const kept = await db.selectFrom("rate_limit").select("bucket").orderBy("bucket").execute();
  expect(kept.map(({ bucket }) => bucket)).toEqual(["gone:a", "meter:a", "visitor:a"]);
});

it("does the other steps where one fails, and says which", async () => {
  await fill(5);
  await sql`alter table session rename to session_away`.execute(db);
  await expect(keepHouse({ db, clock })).rejects.toThrow(/^deleteExpiredSessions: .*session/);
  await sql`alter table session_away rename to session`.execute(db);
  expect(await left()).toBe(9);
});
