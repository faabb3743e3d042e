import { sql } from "kysely";
import { getPriority } from "node:os";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fromPoolUnprepared, openPool } from "#db/connect.ts";
import { PoolerWatch, type PoolerState } from "#db/pooler.ts";
import { PreparedPool } from "#db/prepared-pool.ts";
import { yieldToRequests } from "#server/yield-to-pages.ts";
import { ApiUser, createAppDatabase, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { startCluster, type Cluster } from "#tests/helpers/cluster.ts";
import { ownFolder } from "#tests/helpers/own-folder.ts";
import { findPgBouncer, startPgBouncer, type PgBouncer } from "#tests/helpers/pgbouncer.ts";
import { createTestDatabase, type TestDatabase } from "#tests/helpers/postgres.ts";
import { startTcpProxy, type TcpProxy } from "#tests/helpers/tcp-proxy.ts";

// Pages and calls behind PgBouncer in transaction mode, with the settings of deploy/cluster/pgbouncer.ini.

const folder = ownFolder("pooler");
let database: TestDatabase;

beforeAll(async () => {
  database = await createAppDatabase();
});
afterAll(async () => {
  await database.drop();
});

const start = (env: Record<string, string>, databaseUrl = database.url): Promise<TestApp> =>
  startTestApp({ databaseUrl, env: { DEMO: "off", DATABASE_WAIT_SECONDS: "1", ...env } });

/** The address of the database itself, with the limits that a pooler would set. */
function withLimits(address: string, { statement = 0, idle = 0 }: { statement?: number; idle?: number }): string {
  const url = new URL(address);
  const settings = { statement_timeout: statement, idle_in_transaction_session_timeout: idle };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  url.searchParams.set("options", options.join(" "));
  return url.href;
}

describe("DATABASE_POOL_URL is refused where it", () => {
  it("sets no limits of time, because nothing else would end a statement", async () => {
    await expect(start({ DATABASE_POOL_URL: database.url })).rejects.toThrow(
      /\(setting DATABASE_POOL_URL\) sets no statement_timeout/,
    );
    await expect(start({ DATABASE_POOL_URL: withLimits(database.url, { statement: 5_000 }) })).rejects.toThrow(
      /\(setting DATABASE_POOL_URL\) sets no idle_in_transaction_session_timeout/,
    );
  });

  it("sets a limit that is longer than pages and calls wait", async () => {
    await expect(
      start({ DATABASE_POOL_URL: withLimits(database.url, { statement: 6_000, idle: 15_000 }) }),
    ).rejects.toThrow(/sets statement_timeout to 6000 ms, and 5000 are the most/);
    await expect(
      start({ DATABASE_POOL_URL: withLimits(database.url, { statement: 5_000, idle: 15_001 }) }),
    ).rejects.toThrow(/sets idle_in_transaction_session_timeout to 15001 ms, and 15000 are the most/);
  });

  it("does not answer, after some time", async () => {
    const url = new URL(database.url);
    const closed = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
    url.port = String(closed.port);
    await closed.stop();
    await expect(start({ DATABASE_POOL_URL: url.href })).rejects.toThrow(
      /^The pooler at \S+ \(setting DATABASE_POOL_URL\) did not answer within 1 seconds/,
    );
  });

  it("knows no such database", async () => {
    const url = new URL(database.url);
    url.pathname = "/no_such_database";
    await expect(start({ DATABASE_POOL_URL: url.href })).rejects.toThrow(
      /\(setting DATABASE_POOL_URL\) refuses us: .*does not exist/,
    );
  });

  it("leads to another database", async () => {
    const other = await createTestDatabase();
    try {
      await expect(start({ DATABASE_POOL_URL: other.url })).rejects.toThrow(
        /\(setting DATABASE_POOL_URL\) leads to another database/,
      );
    } finally {
      await other.drop();
    }
  });
});

describe("a pooler that leads to another server", () => {
  let cluster: Cluster;
  let proxy: TcpProxy;
  const target = { host: "127.0.0.1", port: 0 };
  const limits = { statement: 5_000, idle: 15_000 };

  beforeAll(async () => {
    cluster = await startCluster({ standbys: 1 });
    target.port = cluster.primary.port;
    proxy = await startTcpProxy(target);
  });
  afterAll(async () => {
    await proxy?.stop();
    await cluster?.stop();
  });

  it("is refused at the start", async () => {
    const [standby] = cluster.standbys;
    const starting = start({ DATABASE_POOL_URL: withLimits(standby?.url ?? "", limits) }, cluster.primary.url);
    await expect(starting).rejects.toThrow(/\(setting DATABASE_POOL_URL\) leads to another server than DATABASE_URL/);
  });

  it("is seen while the site runs, and so is one that hangs", async () => {
    const url = new URL(cluster.primary.url);
    url.port = String(proxy.port);
    const states: PoolerState[] = [];
    const watch = new PoolerWatch(url.href, cluster.primary.url, (state) => states.push(state));
    const guarded = watch.guard(new PreparedPool(openPool(cluster.primary.url, { max: 1 })));
    const becomes = async (state: PoolerState): Promise<void> => {
      await expect.poll(() => states.at(-1), { timeout: 10_000, interval: 100 }).toBe(state);
    };
    try {
      const heldAt = performance.now();
      proxy.hold();
      await becomes("away");
      expect(performance.now() - heldAt).toBeLessThan(5_000);
      expect(watch.isAlive()).toBe(false);
      proxy.pass();
      await becomes("alive");
      target.port = cluster.standbys[0]?.port ?? 0;
      proxy.cut();
      proxy.pass();
      await becomes("elsewhere");
      expect(watch.isAlive()).toBe(false);
      await expect(guarded.connect()).rejects.toThrow("leads to another server");
      target.port = cluster.primary.port;
      proxy.cut();
      proxy.pass();
      await becomes("alive");
      (await guarded.connect()).release();
    } finally {
      await guarded.end();
      await watch.close();
    }
  });
});

describe("a site behind PgBouncer (skipped where it cannot be fetched)", () => {
  let program: ReturnType<typeof findPgBouncer>;
  let bouncer: PgBouncer;
  let here: TestApp;
  let there: TestApp;

  beforeAll(async () => {
    program = findPgBouncer(folder);
    if (!program) return;
    bouncer = await startPgBouncer(program, database.url, { default_pool_size: "2" });
    here = await start({ DATABASE_POOL_URL: bouncer.url });
    there = await start({ DATABASE_POOL_URL: bouncer.url });
  });
  afterAll(async () => {
    await there?.stop();
    await here?.stop();
    await bouncer?.stop();
  });
  beforeEach(({ skip }) => skip(program === undefined));

  const person = async (app: TestApp): Promise<ApiUser> => new ApiUser(app).signUp();
  const save = (user: ApiUser, patch: Record<string, unknown> = {}) =>
    user.save({ pipeline: [stop("Pooled Works", "Clerk", "2018-01-01", "2019-01-01", 80)], ...patch });

  it("answers many people of two processes by two connections", async () => {
    const users: ApiUser[] = [];
    // One after the other: on a busy machine many new accounts would wait too long for two connections.
    for (let at = 0; at < 6; at += 1) users.push(await person(at % 2 === 0 ? here : there));
    const answers = await Promise.all(
      users.flatMap((user) => [
        save(user, { visibility: "public" }),
        user.call("GET", `/api/profile/get/${user.profileId}`),
        user.call("GET", "/api/company/get/companies/pooled"),
      ]),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const again = await Promise.all(users.map((user) => save(user, { location: "Here" })));
    expect(new Set(again.map(({ status }) => status))).toEqual(new Set([200]));
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = ${database.name} and application_name in ('pipelines', 'pipelines-pooler')`.execute(here.db);
    expect(rows[0]?.count).toBeGreaterThan(0);
    expect(rows[0]?.count).toBeLessThanOrEqual(2);
  });

  it("hears of each other's changes, past the pooler", async () => {
    const user = await person(here);
    await save(user, { visibility: "public" });
    const seen = async (): Promise<number> =>
      (await new ApiUser(there).call("GET", `/api/profile/get/${user.profileId}`)).status;
    await expect.poll(seen).toBe(200);
    await save(user, { visibility: "private" });
    await expect.poll(seen, { timeout: 2_000 }).toBe(404);
  });

  it.runIf(process.platform === "linux")("lends nobody a connection with the priority of background work", async () => {
    const background = fromPoolUnprepared(yieldToRequests(openPool(bouncer.url, { isPooled: true, max: 1 })));
    try {
      const { rows } = await sql<{ process: number }>`select pg_backend_pid() as process`.execute(background);
      expect(getPriority(rows[0]?.process)).toBe(0);
    } finally {
      await background.destroy();
    }
  });

  it("ends a statement that takes too long, by the pooler's limit", async () => {
    await expect(sql`select pg_sleep(6.5)`.execute(here.db)).rejects.toMatchObject({ code: "57014" });
  });

  it("is not ready while PgBouncer is away, answers 503, and comes back", async () => {
    const user = await person(here);
    const ready = async (): Promise<number> => (await fetch(`${here.url}/readyz`)).status;
    await expect.poll(ready).toBe(200);
    await bouncer.kill();
    const failed = await save(user);
    expect(failed.status).toBe(503);
    expect(Number(failed.headers.get("retry-after"))).toBeGreaterThan(0);
    await expect.poll(ready, { timeout: 10_000 }).toBe(503);
    await bouncer.start();
    await expect.poll(ready, { timeout: 10_000 }).toBe(200);
    expect((await save(user)).status).toBe(200);
    expect(here.logged()).toContain("the pooler does not answer");
    expect(here.logged()).toContain("the pooler answers again");
  });

  it.each([
    ["refuses what a session sets", {}, "unsupported startup parameter"],
    [
      "ignores what a session sets",
      { ignore_startup_parameters: "statement_timeout,idle_in_transaction_session_timeout" },
      "it ignores statement_timeout",
    ],
  ])("does not start where DATABASE_URL leads to PgBouncer, which %s", async (_, changes, reason) => {
    if (!program) return;
    const other = await startPgBouncer(program, database.url, changes);
    try {
      const starting = start({}, other.url);
      await expect(starting).rejects.toThrow(/\(setting DATABASE_URL\) answers a pooler/);
      await expect(starting).rejects.toThrow(reason);
    } finally {
      await other.stop();
    }
  });
});
