import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWork } from "#app/jobs.server.ts";
import type { Services } from "#server/context.ts";
import { TryLater } from "#server/jobs.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  for (let n = 0; n < 5; n += 1) await addPerson();
});
afterAll(() => app.stop());

async function addPerson(): Promise<void> {
  const user = await new ApiUser(app).signUp();
  const pipeline = [stop("Fern Foundry", "Clerk", "2015-01-01", "2016-01-01")];
  const { status, text } = await user.save({ firstName: "Wystan", lastName: "Testperson", pipeline });
  expect(status, text).toBe(200);
}

/** The job, with services whose connections refuse everything: only a thread with its own can do the work. */
async function run(name: string, more: Partial<Services> & { signal?: AbortSignal } = {}): Promise<void> {
  const { workers, close } = await openWork(app.services);
  const { signal = new AbortController().signal, ...others } = more;
  const db = new Proxy(app.services.db, {
    get: () => {
      throw new Error("The thread of pages is not for this.");
    },
  });
  try {
    const worker = workers.find((one) => one.name === name);
    expect(worker, name).toBeDefined();
    await worker?.run({ ...app.services, db, ...others }, {}, { retries: 0, signal });
  } finally {
    close();
  }
}

const countOf = async (table: "open_data_file" | "weekly_batch"): Promise<number> =>
  (await app.db.selectFrom(table).select("day").execute()).length;

/** The PostgreSQL processes of the thread's connections; or only of those that wait for a lock. */
async function connections(waiting = false): Promise<number[]> {
  const { rows } = await sql<{ process: number }>`
    select pid as process from pg_stat_activity
    where datname = current_database() and application_name = 'pipelines-weekly'
      and (not ${waiting}::boolean or wait_event_type = 'Lock')`.execute(app.db);
  return rows.map(({ process }) => process);
}

/** How many threads of this process run with the lower priority that Linux calls niceness 5. */
function yieldingThreads(): number {
  // The niceness is the 17th number after the name, which is in brackets.
  const nicenessOf = (thread: string): string | undefined =>
    readFileSync(`/proc/self/task/${thread}/stat`, "utf8").split(") ").at(-1)?.split(" ")[16];
  return readdirSync("/proc/self/task").filter((thread) => nicenessOf(thread) === "5").length;
}

/** Nobody can read profiles meanwhile, so that a counting stays where it is. */
async function whileHeld(work: (untilHeld: () => Promise<void>) => Promise<void>): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    await sql`select set_config('idle_in_transaction_session_timeout', '0', true)`.execute(trx);
    await sql`lock table profile in access exclusive mode`.execute(trx);
    await work(async () => {
      await expect.poll(async () => (await connections(true)).length, { timeout: 30_000 }).toBeGreaterThan(0);
    });
  });
}

describe("the weekly countings, each in a thread of its own", () => {
  it.each(["open-data", "weekly-news"])(
    "%s: what goes wrong in the thread fails the job, and nothing is written",
    async (name) => {
      await expect(run(name, { databaseUrl: `${app.services.databaseUrl}_missing` })).rejects.toThrow(/does not exist/);
      expect(await countOf("open_data_file")).toBe(0);
      expect(await countOf("weekly_batch")).toBe(0);
    },
  );

  it.each(["open-data", "weekly-news"])("%s ends with its job", async (name) => {
    const ending = new AbortController();
    await whileHeld(async (untilHeld) => {
      const running = run(name, { signal: ending.signal });
      await Promise.race([untilHeld(), running]);
      ending.abort();
      // Nothing went wrong, so nothing is logged.
      await expect(running).rejects.toBeInstanceOf(TryLater);
    });
    await expect.poll(async () => (await connections()).length).toBe(0);
    expect(await countOf("open_data_file")).toBe(0);
    expect(await countOf("weekly_batch")).toBe(0);
  });

  // Elsewhere threads have no priority of their own.
  it.runIf(process.platform === "linux").each(["open-data", "weekly-news"])(
    "%s yields to pages, and its connections to those of requests",
    async (name) => {
      const ending = new AbortController();
      await whileHeld(async (untilHeld) => {
        const before = yieldingThreads();
        const running = run(name, { signal: ending.signal });
        await Promise.race([untilHeld(), running]);
        expect(yieldingThreads()).toBeGreaterThan(before);
        for (const process of await connections()) expect(getPriority(process)).toBe(5);
        ending.abort();
        await expect(running).rejects.toBeInstanceOf(TryLater);
      });
      await expect.poll(async () => (await connections()).length).toBe(0);
    },
  );

  it("writes the open data", async () => {
    await run("open-data");
    expect(await countOf("open_data_file")).toBeGreaterThan(0);
    const { content } = await app.db
      .selectFrom("open_data_part")
      .select("content")
      .where("name", "=", "companies.csv")
      .executeTakeFirstOrThrow();
    expect(content.toString()).toMatch(/Fern Foundry,5$/m);
  });

  it("counts what is followed, and purges the feeds", async () => {
    const purged: string[] = [];
    const { cache } = app.services;
    const watched = new Proxy(cache, {
      get: (target, key) =>
        key === "purge" ? (tags: readonly string[]) => purged.push(...tags) : Reflect.get(target, key, target),
    });
    await run("weekly-news", { cache: watched });
    expect(await countOf("weekly_batch")).toBe(1);
    expect(purged).toContain("feeds");
  });
});
