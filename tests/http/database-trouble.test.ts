import { connect, createServer, type AddressInfo } from "node:net";
import pg from "pg";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiUser, createAppDatabase, startTestApp, stop, type Answer, type TestApp } from "#tests/helpers/app.ts";
import { waitForPaths } from "#tests/helpers/path-site.ts";
import type { TestDatabase } from "#tests/helpers/postgres.ts";
import { startTcpProxy, type TcpProxy } from "#tests/helpers/tcp-proxy.ts";
import { waitingForLocks } from "#tests/helpers/waiting.ts";

// R7, R9: a failover, a restart, a network that swallows everything. The database is there, and not as it should be.

let database: TestDatabase;
let proxy: TcpProxy;
/** The numbers of the connections that the path engine has opened through the proxy. */
const ofEngine = new Set<number>();
/** Behind the proxy. */
let app: TestApp;
/** Another process on the same database, which nothing happens to. */
let other: TestApp;
/** A connection outside every pool, for commands to the server. */
let server: pg.Client;

let now = new Date("2026-11-15T12:00:00Z");

beforeAll(async () => {
  database = await createAppDatabase();
  const url = new URL(database.url);
  proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) }, (bytes, connection) => {
    // The first message of a connection says what it is for.
    if (bytes.includes("pipelines-paths")) ofEngine.add(connection);
  });
  url.port = String(proxy.port);
  app = await startTestApp({ databaseUrl: url.href, now: () => now });
  other = await startTestApp({ databaseUrl: database.url, now: () => now });
  server = new pg.Client({ connectionString: database.url });
  await server.connect();
  // The first answer is compared with the OpenAPI document. This takes longer than the time-outs of these tests.
  await new ApiUser(other).fetchToken();
  await Promise.all([app, other].map(waitForPaths));
});
afterAll(async () => {
  await server.end();
  await Promise.all([app.stop(), other.stop()]);
  await proxy.stop();
  await database.drop();
});

const job = (name: string): Record<string, unknown> => stop(name, "Clerk", "2018-01-01", "2019-01-01", 80);

async function person(): Promise<ApiUser> {
  const user = await new ApiUser(app).signUp();
  expect((await user.save({ pipeline: [job("Trouble Works")] })).status).toBe(200);
  return user;
}

function expectLater(answer: Answer): void {
  expect(answer.status, answer.text).toBe(503);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
}

/** Ends every connection of the app to the server, also during queries. */
async function endConnections(): Promise<void> {
  await server.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()",
  );
}

describe("R7: a server that ends connections, or takes no changes", () => {
  it("connections ended in the middle of saves and reads are 503 with Retry-After, never a 500", async () => {
    const users = await Promise.all(Array.from({ length: 6 }, person));
    const seen: Answer[] = [];
    let isOver = false;
    const working = users.map(async (user, n) => {
      for (let turn = 0; !isOver; turn += 1) {
        seen.push(
          await user.save({ location: `${turn}`, pipeline: [job("Trouble Works"), job(`Works ${n} ${turn}`)] }),
        );
        seen.push(await user.call("GET", `/api/profile/get/${user.profileId}`));
      }
    });
    for (let turn = 0; turn < 25; turn += 1) {
      await endConnections();
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    isOver = true;
    await Promise.all(working);
    const refused = seen.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) expectLater(answer);
  });

  it("a read-only server goes on with reads, those of old sessions too, and says of changes when to come again", async () => {
    const user = await person();
    await server.query(`alter database "${database.name}" set default_transaction_read_only = on`);
    await endConnections();
    // Past the hour in which the use of a session is written down again.
    now = new Date("2026-11-15T14:00:00Z");
    try {
      const read = () => user.call("GET", `/api/profile/get/${user.profileId}`);
      await expect.poll(async () => (await read()).status, { timeout: 10_000 }).toBe(200);
      await expect.poll(async () => (await user.call("GET", "/readyz")).status, { timeout: 10_000 }).toBe(200);
      for (const turn of [1, 2, 3]) expectLater(await user.save({ location: `${turn}` }));
      const visitor = new ApiUser(app);
      await visitor.fetchToken();
      const account = { email: "somebody@example.test", password: "correct-horse-battery" };
      expectLater(await visitor.call("POST", "/api/user/signup", account));
    } finally {
      await server.query(`alter database "${database.name}" reset default_transaction_read_only`);
      await endConnections();
    }
    await expect.poll(async () => (await user.save({ location: "back" })).status, { timeout: 10_000 }).toBe(200);
  });

  it("a rollback that fails too does not hide what led to it, and the connection is not used again", async () => {
    const error = await app.db
      .transaction()
      .execute(async (trx) => {
        await sql`select 1`.execute(trx);
        await endConnections();
        throw new Error("the cause");
      })
      .then(
        () => undefined,
        (caught: unknown) => caught,
      );
    expect(error).toMatchObject({ message: "the cause" });
    await expect
      .poll(async () => (await new ApiUser(app).call("GET", "/api/company/get/companies/x1")).status, {
        timeout: 10_000,
      })
      .toBe(200);
  });
});

describe("L16: two processes, and the network between one of them and the database swallows everything", () => {
  it("a pipeline that was made private in one is gone from the memory of the other within a second", async () => {
    const user = await person();
    const here = Object.assign(new ApiUser(other), { token: user.token, profileId: user.profileId });
    const path = `/api/profile/get/${user.profileId}`;
    const visit = async (): Promise<number> => (await fetch(`${app.url}${path}`)).status;
    const isKept = (): boolean => app.services.cache.get(`${path}\n`, now.getTime()) !== undefined;
    await expect.poll(async () => (await visit()) === 200 && isKept(), { timeout: 10_000 }).toBe(true);
    proxy.hold();
    const saved = await here.call("PATCH", path.replace("/get", ""), { visibility: "private", created: true });
    expect(saved.status, saved.text).toBe(200);
    const since = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(isKept()).toBe(false);
    // Nobody is shown it from here on: not from memory, and the database cannot be asked.
    const statuses = await Promise.all(Array.from({ length: 10 }, visit));
    expect(statuses).toEqual(Array(10).fill(503));
    expect(performance.now() - since).toBeLessThan(4_000);
    proxy.pass();
    await expect.poll(visit, { timeout: 10_000 }).toBe(404);
  });

  it("the path engine gives up a reading that nobody answers, and does not wait for TCP", async () => {
    const user = await person();
    const trouble = "the path engine could not read";
    const troubles = (): number => app.logged().split(trouble).length;
    // The engine waits for this lock when the network goes.
    await server.query("begin");
    await server.query("lock table profile in access exclusive mode");
    app.services.cache.onPurge([`profile:${user.profileId}`]);
    const waiting = () => waitingForLocks(other.db, { connection: "pipelines-paths" });
    await expect.poll(waiting, { timeout: 8_000 }).toBeGreaterThan(0);
    const before = troubles();
    proxy.hold();
    try {
      await expect.poll(troubles, { timeout: 8_000 }).toBeGreaterThan(before);
    } finally {
      proxy.pass();
      await server.query("rollback");
    }
    const visit = async (): Promise<number> => (await fetch(`${app.url}/api/profile/get/${user.profileId}`)).status;
    await expect.poll(visit, { timeout: 10_000 }).toBe(200);
  });

  it("the path engine gives up a connection that it is opening, as soon as one of those it has", async () => {
    const user = await person();
    await waitForPaths(app);
    const ended = sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'pipelines-paths'`;
    await ended.execute(other.db);
    const troubles = (): number => app.logged().split("the path engine could not read").length;
    proxy.hold();
    const before = troubles();
    app.services.cache.onPurge([`profile:${user.profileId}`]);
    try {
      await expect.poll(troubles, { timeout: 6_000 }).toBeGreaterThan(before);
    } finally {
      proxy.pass();
    }
    await waitForPaths(app);
  });

  it("the path engine goes on where the network swallows its own connections and no others", async () => {
    const user = await person();
    await waitForPaths(app);
    const trouble = "the path engine could not read";
    const before = app.logged().split(trouble).length;
    // Heartbeats are answered all the time, so nobody tells the engine to reconnect.
    for (const connection of ofEngine) proxy.holdOne(connection);
    app.services.cache.onPurge([`profile:${user.profileId}`]);
    await expect.poll(() => app.logged().split(trouble).length, { timeout: 20_000 }).toBeGreaterThan(before);
    await waitForPaths(app);
  });

  it("what is kept is answered again once a late sign of life comes, and nothing had to be made anew for it", async () => {
    const path = "/api/company/names";
    const visit = () => fetch(`${app.url}${path}`);
    const isKept = (): boolean => app.services.cache.get(`${path}\n`, now.getTime()) !== undefined;
    await expect.poll(async () => (await visit()).ok && isKept(), { timeout: 10_000 }).toBe(true);
    const { cache } = app.services;
    const size = cache.size;
    const isFresh = cache.isFresh;
    cache.isFresh = () => false;
    expect(isKept()).toBe(false);
    cache.isFresh = isFresh;
    expect(isKept()).toBe(true);
    expect(cache.size).toBe(size);
  });
});

describe("R7: a machine that is too busy for the path engine, which has a low priority", () => {
  it("the engine waits for its connections longer than a request may", async () => {
    const url = new URL(database.url);
    const target = { host: url.hostname, port: Number(url.port) };
    const slow = createServer((client) => {
      client.once("data", (first) => {
        const up = connect(target);
        for (const [one, another] of [
          [client, up],
          [up, client],
        ] as const)
          one.on("error", () => {}).on("close", () => another.destroy());
        client.pause();
        setTimeout(
          () => {
            up.write(first);
            client.pipe(up).pipe(client);
          },
          first.includes("pipelines-paths") ? 3_000 : 0,
        );
      });
    });
    await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
    url.port = String((slow.address() as AddressInfo).port);
    const busy = await startTestApp({ databaseUrl: url.href, now: () => now });
    try {
      await waitForPaths(busy);
      expect(busy.logged()).not.toContain("the path engine could not read");
    } finally {
      await busy.stop();
      slow.close();
    }
  });
});
