import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { openDatabase, type Database } from "#db/connect.ts";
import { transact } from "#db/transact.ts";
import type { Services } from "#server/context.ts";
import { startJobs, type Jobs } from "#server/job-queue.ts";
import { jobWorker, sendJob, sendJobs, TryLater, type JobInfo } from "#server/jobs.ts";
import { createAppDatabase } from "#tests/helpers/app.ts";
import type { TestDatabase } from "#tests/helpers/postgres.ts";

let own: TestDatabase;
let db: Database;
const running: Jobs[] = [];
const warned: string[] = [];

beforeAll(async () => {
  own = await createAppDatabase();
  db = openDatabase(own.url);
});
afterAll(async () => {
  await Promise.all(running.map((jobs) => jobs.stop()));
  await db.destroy();
  await own.drop();
});

let isFull = false;

function services(): Services {
  const log = { warn: (_fields: object, text: string) => warned.push(text), info: () => {} };
  return { log, db, isDiskFull: () => isFull } as unknown as Services;
}

/** A worker that records what it did, and in which process. */
function recorder(name: string, done: string[], run?: (data: { n: string }, info: JobInfo) => Promise<void>) {
  return jobWorker({
    name,
    data: z.object({ n: z.string() }),
    poll: 0.5,
    atOnce: 4,
    run: async (_services, data, info) => {
      await run?.(data, info);
      done.push(data.n);
    },
  });
}

async function start(worker: ReturnType<typeof recorder>, run = true): Promise<Jobs> {
  const jobs = await startJobs(own.url, services(), [worker], { run });
  running.push(jobs);
  return jobs;
}

const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 15_000, interval: 50 });

describe("a job", () => {
  it("is done when its transaction is committed, and never when it is not", async () => {
    const done: string[] = [];
    await start(recorder("committed", done));
    await db.transaction().execute((trx) => sendJob(trx, "committed", { n: "kept" }));
    await expect(
      db.transaction().execute(async (trx) => {
        await sendJob(trx, "committed", { n: "lost" });
        throw new Error("rolled back");
      }),
    ).rejects.toThrow("rolled back");
    await db.transaction().execute((trx) => sendJob(trx, "committed", { n: "later" }));
    await until(() => expect(done.toSorted()).toEqual(["kept", "later"]));
  });

  it("comes again after a failure, and is not done a second time once it went well", async () => {
    const done: string[] = [];
    const tries: number[] = [];
    await start(
      recorder("stubborn", done, async (_data, { retries }) => {
        tries.push(retries);
        if (retries < 2) throw new TryLater();
      }),
    );
    await db.transaction().execute((trx) => sendJob(trx, "stubborn", { n: "a" }));
    await until(() => expect(done).toEqual(["a"]));
    expect(tries).toEqual([0, 1, 2]);
    expect(warned).toEqual([]);
  });

  it("that was to come again at a time which a wrong clock showed comes now", async () => {
    const done: string[] = [];
    let isAway = true;
    const first = await start(
      recorder("misdated", done, () => (isAway ? Promise.reject(new TryLater()) : Promise.resolve())),
    );
    await db.transaction().execute((trx) => sendJob(trx, "misdated", { n: "tried" }));
    const states = async (): Promise<string[]> =>
      (
        await sql<{ state: string }>`select state from pgboss.job where name = 'misdated' order by state`.execute(db)
      ).rows.map(({ state }) => state);
    await expect.poll(states).toEqual(["retry"]);
    await first.stop();
    await db.transaction().execute((trx) => sendJob(trx, "misdated", { n: "queued" }));
    await db.transaction().execute((trx) => sendJob(trx, "misdated", { n: "taken" }));
    // As a clock that was two days ahead leaves them. The process that took the last one has died.
    await sql`update pgboss.job set start_after = start_after + interval '2 days', created_on = created_on + interval '2 days'
      where name = 'misdated'`.execute(db);
    await sql`update pgboss.job set state = 'active', started_on = start_after, heartbeat_on = start_after
      where name = 'misdated' and data ->> 'n' = 'taken'`.execute(db);
    await sql`update pgboss.queue set monitor_on = now() + interval '2 days', maintain_on = now() + interval '2 days',
      monitor_claim_on = now() + interval '2 days' where name = 'misdated'`.execute(db);
    isAway = false;
    await start(recorder("misdated", done));
    await vi.waitFor(() => expect(done.toSorted()).toEqual(["queued", "taken", "tried"]), { timeout: 40_000 });
  });

  it("with an id of its own is queued once", async () => {
    const done: string[] = [];
    await start(recorder("single", done), false);
    const jobs = [{ id: "0f6bd1c2-7a0b-4c52-9b0c-000000000001", data: { n: "one" } }];
    await db.transaction().execute((trx) => sendJobs(trx, "single", jobs));
    await db.transaction().execute((trx) => sendJobs(trx, "single", jobs));
    const { rows } = await sql<{ n: number }>`select count(*) n from pgboss.job where name = 'single'`.execute(db);
    expect(rows[0]?.n).toBe(1);
  });

  it("that nobody does cannot be sent", async () => {
    await expect(db.transaction().execute((trx) => sendJob(trx, "unknown", {}))).rejects.toThrow("does not exist");
  });

  it("whose data is not of the worker's form fails aloud, without its data", async () => {
    const done: string[] = [];
    warned.length = 0;
    await start(recorder("strict", done));
    await db.transaction().execute((trx) => sendJob(trx, "strict", { n: 1 }));
    await until(() => expect(warned).toContain("a job failed"));
    expect(done).toEqual([]);
  });
});

describe("R5: on a full disk", () => {
  it("nobody looks for jobs, and they go on by themselves when there is space", async () => {
    const done: string[] = [];
    warned.length = 0;
    await start(recorder("paused", done));
    isFull = true;
    onTestFinished(() => {
      isFull = false;
    });
    await until(() => expect(warned).toContain("disk full: background jobs wait"));
    // A look for jobs may have been under way.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await db.transaction().execute((trx) => sendJob(trx, "paused", { n: "waits" }));
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    const { rows } = await sql<{ state: string }>`select state from pgboss.job where name = 'paused'`.execute(db);
    expect(rows).toEqual([{ state: "created" }]);
    expect(done).toEqual([]);
    isFull = false;
    await until(() => expect(done).toEqual(["waits"]));
    expect(warned).toContain("background jobs go on");
  });
});

describe("the queue", () => {
  it("is installed once by processes that start together, and each job is done by one of them", async () => {
    const other = await createAppDatabase();
    const otherDb = openDatabase(other.url);
    const done: string[] = [];
    const all = await Promise.all(
      [1, 2, 3, 4].map(() => startJobs(other.url, services(), [recorder("shared", done)], { run: true })),
    );
    const names = Array.from({ length: 60 }, (_, n) => `job ${n}`);
    await otherDb.transaction().execute((trx) =>
      sendJobs(
        trx,
        "shared",
        names.map((n) => ({ data: { n } })),
      ),
    );
    await until(() => expect(done).toHaveLength(60));
    expect(new Set(done)).toEqual(new Set(names));
    await Promise.all(all.map((jobs) => jobs.stop()));
    await otherDb.destroy();
    await other.drop();
  });

  it("starts a second time with other rules for the same worker", async () => {
    const done: string[] = [];
    const worker = recorder("ruled", done);
    await start(worker, false);
    await start({ ...worker, queue: { ...worker.queue, retryLimit: 99 } }, false);
    const { rows } = await sql<{
      retry_limit: number;
    }>`select retry_limit from pgboss.queue where name = 'ruled'`.execute(db);
    expect(rows).toEqual([{ retry_limit: 99 }]);
  });

  it("waits for the job under way when it stops, and takes no other", async () => {
    const done: string[] = [];
    let isUnderWay = false;
    const gate = Promise.withResolvers<void>();
    const jobs = await start(
      recorder("slow", done, async () => {
        isUnderWay = true;
        await gate.promise;
      }),
    );
    await db.transaction().execute((trx) => sendJob(trx, "slow", { n: "under way" }));
    await until(() => expect(isUnderWay).toBe(true));
    const stopped = jobs.stop();
    await db.transaction().execute((trx) => sendJob(trx, "slow", { n: "too late" }));
    gate.resolve();
    await stopped;
    expect(done).toEqual(["under way"]);
  });

  it("goes on after its connections were cut", async () => {
    const done: string[] = [];
    await start(recorder("cut", done));
    await db.transaction().execute((trx) => sendJob(trx, "cut", { n: "before" }));
    await until(() => expect(done).toEqual(["before"]));
    for (let n = 0; n < 5; n += 1) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'pipelines-jobs' and datname = current_database()`.execute(db);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await db.transaction().execute((trx) => sendJob(trx, "cut", { n: "after" }));
    await until(() => expect(done).toEqual(["before", "after"]));
  });

  it("gives a recurring job to one process a turn", async () => {
    let turns = 0;
    const worker = jobWorker({
      name: "recurring",
      data: z.object({}),
      poll: 0.5,
      every: 3_600,
      run: async () => {
        turns += 1;
      },
    });
    await start(worker);
    await start(worker);
    await until(() => expect(turns).toBe(1));
    await start(worker);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    // Two, should the hour strike in between.
    expect(turns).toBeLessThanOrEqual(2);
  });

  it("keeps a finished recurring job for two turns: a start in between sees that the turn was done", () => {
    const keptFor = (given: { every?: number }) =>
      jobWorker({ name: "kept", data: z.object({}), run: async () => {}, ...given }).queue.deleteAfterSeconds;
    expect([{ every: 604_800 }, { every: 900 }, {}].map(keptFor)).toEqual([1_209_600, 3_600, 3_600]);
  });

  it("waits for a connection behind other jobs, without a word that the database is away", async () => {
    const done: string[] = [];
    const names = Array.from({ length: 5 }, (_, n) => `waits-its-turn-${n}`);
    const workers = names.map((name) => recorder(name, done));
    const jobs = await startJobs(own.url, services(), workers, { run: false });
    await jobs.stop();
    const before = warned.length;
    const locked = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    // Three workers' questions wait for this lock, on all three connections. The others wait for a connection.
    const holding = db.transaction().execute(async (trx) => {
      await sql`lock table pgboss.job`.execute(trx);
      locked.resolve();
      await mayEnd.promise;
    });
    await locked.promise;
    running.push(await startJobs(own.url, services(), workers, { run: true }));
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    mayEnd.resolve();
    await holding;
    for (const name of names) await db.transaction().execute((trx) => sendJob(trx, name, { n: name }));
    await until(() => expect(done.toSorted()).toEqual(names));
    expect(warned.slice(before)).not.toContain("background jobs wait for the database");
  });

  it("sends a recurring job again where sending failed", async () => {
    await sql`
      create function refuse_jobs() returns trigger language plpgsql as
        $$ begin raise exception 'no job is taken'; end $$`.execute(db);
    await sql`create trigger refuse_jobs before insert on pgboss.job for each row execute function refuse_jobs()`.execute(
      db,
    );
    let turns = 0;
    await start(
      jobWorker({
        name: "refused-at-first",
        data: z.object({}),
        poll: 0.5,
        every: 3_600,
        run: async () => {
          turns += 1;
        },
      }),
    );
    await until(() => expect(warned).toContain("background jobs wait for the database"));
    expect(turns).toBe(0);
    // It locks the table and its partitions, and the queue at work takes them in another order.
    await transact(db, (trx) => sql`drop trigger refuse_jobs on pgboss.job`.execute(trx));
    await until(() => expect(turns).toBe(1));
  });
});
