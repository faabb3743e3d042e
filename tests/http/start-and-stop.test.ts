import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { waitForDatabase } from "#db/wait.ts";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { queryOnce } from "#tests/helpers/old-database.ts";
import { createTestDatabase, type TestDatabase } from "#tests/helpers/postgres.ts";
import { startTcpProxy } from "#tests/helpers/tcp-proxy.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Other work on the machine takes part of the time that is measured here. */
const BUSY = (loadavg()[0] ?? 0) > availableParallelism();

const DEFAULT_DRAIN = { DRAIN_SECONDS: "0.4" };

/** A client as a proxy is: it keeps its connections, and asks on and on. */
async function askOnAndOn(app: TestApp, agent: Agent, isOver: () => boolean, seen: string[]): Promise<void> {
  const { hostname, port } = new URL(app.url);
  while (!isOver()) {
    seen.push(
      await new Promise<string>((resolve) => {
        const asked = request({ hostname, port, path: "/api/company/names", agent }, (answer) => {
          answer.resume().on("error", () => resolve("cut"));
          answer.on("end", () => resolve(String(answer.statusCode)));
        });
        // A new connection that nobody took is one to a process that is gone; one that was in use was cut.
        asked.on("error", () => resolve(asked.reusedSocket ? "cut" : "gone"));
        asked.end();
      }),
    );
    await setTimeout(5);
  }
}

function opened(app: TestApp): Promise<Socket> {
  const { hostname, port } = new URL(app.url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => resolve(socket));
    socket.on("error", () => {});
  });
}

describe("R19: a process that is asked to stop", () => {
  it("is gone within a second, whatever its clients keep open: busy ones, idle ones, and who never asked anything", async () => {
    const app = await startTestApp({ databaseUrl: database.url, env: DEFAULT_DRAIN });
    await new ApiUser(app).fetchToken();
    const agent = new Agent({ keepAlive: true });
    let isOver = false;
    const seen: string[] = [];
    const asking = Array.from({ length: 8 }, () => askOnAndOn(app, agent, () => isOver, seen));
    const silent = await Promise.all(Array.from({ length: 4 }, () => opened(app)));
    const half = await opened(app);
    half.write("GET / HTTP/1.1\r\nHo");
    await expect.poll(() => seen.length, { timeout: 30_000 }).toBeGreaterThan(40);
    const started = performance.now();
    await app.stop();
    const seconds = (performance.now() - started) / 1_000;
    isOver = true;
    await Promise.all(asking);
    agent.destroy();
    for (const socket of [...silent, half]) socket.destroy();
    // After the end nobody is there; until then nobody was cut off in the middle.
    expect([...new Set(seen)].toSorted()).toEqual(["200", "gone"]);
    expect(seconds).toBeLessThan(BUSY ? 2 : 1);
  });

  it("gives an answer that is being made to the end, says that it was the last, and closes", async () => {
    const app = await startTestApp({ databaseUrl: database.url });
    const user = await new ApiUser(app).signUp();
    const { hostname, port } = new URL(app.url);
    const agent = new Agent({ keepAlive: true });
    const head = new Promise<{ status: number; connection: string | undefined }>((resolve, reject) => {
      const asked = request(
        {
          hostname,
          port,
          path: `/api/profile/${user.profileId}`,
          method: "PATCH",
          agent,
          headers: {
            authorization: `Bearer ${user.token}`,
            "content-type": "application/json",
            "transfer-encoding": "chunked",
          },
        },
        (answer) =>
          answer
            .resume()
            .on("end", () => resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection })),
      );
      asked.on("error", reject);
      asked.write(`{"created":true,"firstName":"Some",`);
      void setTimeout(300).then(() => asked.end(`"lastName":"Testperson","pipeline":[]}`));
    });
    await setTimeout(150);
    await app.stop();
    expect(await head).toEqual({ status: 200, connection: "close" });
    agent.destroy();
  });
});

it("an address that this machine does not have is named with its setting", async () => {
  const starting = startTestApp({ databaseUrl: database.url, env: { HOST: "192.0.2.7" } });
  await expect(starting).rejects.toThrow(
    "This machine has no address 192.0.2.7. Set HOST to one that it has, or to 127.0.0.1.",
  );
});

describe("R7: a database that is away at the start", () => {
  const urlAt = (port: number): string => {
    const url = new URL(database.url);
    url.port = String(port);
    return url.href;
  };

  it("is waited for, which is said without the password, and the app starts when it comes", async () => {
    const { hostname, port } = new URL(database.url);
    const proxy = await startTcpProxy({ host: hostname, port: Number(port) });
    proxy.cut();
    const said: string[] = [];
    const starting = startTestApp({ databaseUrl: urlAt(proxy.port), say: (line) => said.push(line) });
    await expect.poll(() => said.length, { timeout: 20_000 }).toBeGreaterThan(0);
    proxy.pass();
    const app = await starting;
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
    await app.stop();
    await proxy.stop();
    expect(said[0]).toMatch(/^Waiting for the database at 127\.0\.0\.1:\d+\/test_\w+, up to 60 seconds \(.+\)…$/);
    const { password } = new URL(database.url);
    expect(said.join()).not.toContain(password);
    // Said once, however long it takes.
    expect(said.filter((line) => line.startsWith("Waiting for the database"))).toHaveLength(1);
  });

  it("is given up after the time of the setting, with a sentence that says where and why", async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, "127.0.0.1", resolve));
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    const started = startTestApp({ databaseUrl: urlAt(port), env: { DATABASE_WAIT_SECONDS: "1" } });
    await expect(started).rejects.toThrow(
      /^The database at 127\.0\.0\.1:\d+\/\w+ did not answer within 1 seconds .*DATABASE_WAIT_SECONDS.*ECONNREFUSED/,
    );
  });

  it("is not waited for where it says no: a wrong password, a database that does not exist", async () => {
    const wrong = new URL(database.url);
    wrong.password = "wrong";
    const lines: string[] = [];
    const waiting = { seconds: 60, say: (line: string) => lines.push(line) };
    await expect(waitForDatabase(wrong.href, waiting)).rejects.toThrow(/refuses us: .*password/);
    const missing = new URL(database.url);
    missing.pathname = "/no_such_database";
    await expect(waitForDatabase(missing.href, waiting)).rejects.toThrow(/refuses us: .*does not exist/);
    expect(lines).toEqual([]);
  });

  it.each([
    ["text of no encoding", "encoding 'SQL_ASCII' locale 'C' template template0", /the encoding SQL_ASCII, and UTF8/],
    ["text of another encoding", "encoding 'LATIN1' locale 'C' template template0", /the encoding LATIN1, and UTF8/],
    ["a role that may not make tables", "", /our role may not make tables/],
  ])("is refused before anything is written to it: %s", async (_what, made, reason) => {
    const other = `${database.name}_other`;
    const url = new URL(database.url);
    url.pathname = `/${other}`;
    await queryOnce(database.url, `create database ${other} ${made}`);
    try {
      if (made === "") {
        await queryOnce(
          url.href,
          `alter schema public owner to current_user; revoke create on schema public from public`,
        );
        await queryOnce(url.href, `revoke create on schema public from current_user`);
      }
      await expect(startTestApp({ databaseUrl: url.href })).rejects.toThrow(reason);
      const { rows } = await queryOnce(
        url.href,
        "select relname from pg_class where relnamespace = 'public'::regnamespace",
      );
      expect(rows).toEqual([]);
    } finally {
      await queryOnce(database.url, `drop database ${other} with (force)`);
    }
  });
});

describe("S: two processes on one database", () => {
  it("a process with another secret does not start beside the first, and says which file is meant", async () => {
    const first = await startTestApp({ databaseUrl: database.url });
    const folder = await mkdtemp(join(tmpdir(), "pipelines-secret-"));
    const file = join(folder, "secret");
    await writeFile(file, `${"ab".repeat(32)}\n`);
    const second = startTestApp({ databaseUrl: database.url, env: { SECRET_FILE: file } });
    await expect(second).rejects.toThrow(`The secret file ${file} (setting SECRET_FILE) belongs to another database`);
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    await first.stop();
    await rm(folder, { recursive: true });
  });
});
