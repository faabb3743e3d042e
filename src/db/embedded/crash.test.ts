import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { tries } from "#tests/helpers/amount.ts";
import { isServerOf, readPostmasterFile } from "./process.ts";
import { EmbeddedDatabaseError } from "./embedded.ts";
import { readHolder } from "./lock.ts";
import {
  ask,
  cluster,
  dataDir,
  killAndWait,
  open,
  openElsewhere,
  postmaster,
  said,
  serverRuns,
  until,
  inOwnDirectory,
} from "#tests/helpers/embedded.ts";

inOwnDirectory({ isReady: true });

const ROUNDS = tries({ all: 3, some: 1 });

describe("crashes", () => {
  test("kill -9 of the postmaster loses no acknowledged row; it comes back on the same port", async () => {
    const database = await open();
    await ask(database.url, "CREATE TABLE rows (value int PRIMARY KEY)");
    const acknowledged: number[] = [];
    const port = new URL(database.url).port;
    for (let round = 0; round < ROUNDS; round += 1) {
      const pid = postmaster();
      const writers = [0, 1, 2, 3].map(async (writer) => {
        const client = new Client({ connectionString: database.url });
        client.on("error", () => undefined);
        await client.connect();
        for (let n = 0; ; n += 1) {
          const value = round * 1_000_000 + writer * 100_000 + n;
          await client.query("INSERT INTO rows VALUES ($1)", [value]);
          acknowledged.push(value);
        }
      });
      const ends = Promise.allSettled(writers);
      const before = acknowledged.length;
      await until(() => acknowledged.length > before + 40);
      process.kill(pid, "SIGKILL");
      await ends;
      await until(() => postmaster() !== pid && serverRuns() && readPostmasterFile(cluster())?.status === "ready");
      const found = new Set(await ask<number>(database.url, "SELECT value FROM rows"));
      expect(acknowledged.filter((value) => !found.has(value))).toEqual([]);
    }
    expect(acknowledged.length).toBeGreaterThan(tries({ all: 100, some: 40 }));
    expect(readPostmasterFile(cluster())?.port).toBe(Number(port));
    await database.stop();
    expect(serverRuns()).toBe(false);
  });

  test("a busy backend that outlives its postmaster is ended before the next server starts", async () => {
    const database = await open();
    const busy = ask(database.url, "SELECT count(*) AS value FROM generate_series(1, 1000000000)").catch(() => "cut");
    await until(
      async () =>
        (
          await ask<number>(
            database.url,
            "SELECT count(*)::int AS value FROM pg_stat_activity WHERE query LIKE '%series(1%'",
          )
        )[0] === 2,
    );
    const pid = postmaster();
    process.kill(pid, "SIGKILL");
    await until(() => postmaster() !== pid && readPostmasterFile(cluster())?.status === "ready");
    expect(await busy).toBe("cut");
    expect(await ask(database.url, "SELECT 1 AS value")).toEqual([1]);
  });

  test("a server that dies again and again is given up, aloud", async () => {
    let lost: Error | undefined;
    const database = await open("app", (error) => (lost = error));
    const isOwned = async (): Promise<boolean> => {
      const owners =
        "SELECT count(*)::int AS value FROM pg_stat_activity WHERE application_name LIKE 'pipelines-owner%'";
      return (await ask<number>(database.url, owners).catch(() => [0]))[0] === 1;
    };
    for (let deaths = 0; lost === undefined && deaths < 10; deaths += 1) {
      const pid = postmaster();
      process.kill(pid, "SIGKILL");
      await until(
        () => lost !== undefined || (postmaster() !== pid && readPostmasterFile(cluster())?.status === "ready"),
      );
      // Wait until the owner holds its connection. If the server died before that, the start itself would fail.
      await until(async () => lost !== undefined || (await isOwned()));
    }
    expect(lost?.message).toMatch(/more than five times/);
    expect(said.filter((line) => line.includes("starting it again"))).toHaveLength(5);
  });
});

describe("two processes", () => {
  test("a second app is refused by name within two seconds, the first goes on", async () => {
    const first = await openElsewhere("app");
    const started = performance.now();
    await expect(open()).rejects.toThrow(new RegExp(`already running.*pid ${first.pid}\\b`));
    await expect(open()).rejects.toBeInstanceOf(EmbeddedDatabaseError);
    expect(performance.now() - started).toBeLessThan(2000);
    const second = await openElsewhere("app");
    expect(second.word).toContain(`pid ${first.pid}`);
    expect(second.ms).toBeLessThan(2000);
    expect(await ask(first.word, "SELECT 1 AS value")).toEqual([1]);
    const owners = await ask(
      first.word,
      "SELECT application_name AS value FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory'",
    );
    expect(owners).toEqual([`pipelines-owner pid ${first.pid}`]);
    await killAndWait(first.child, "SIGTERM");
    expect(serverRuns()).toBe(false);
  });

  test("whoever has stopped is not named as the one that runs", async () => {
    const database = await open();
    expect(await readHolder(dataDir)).toEqual({ pid: process.pid, role: "app" });
    await database.stop();
    expect(await readHolder(dataDir)).toBeUndefined();
  });

  test("of two that start at the same instant exactly one wins", async () => {
    const both = await Promise.all([openElsewhere("app"), openElsewhere("app")]);
    const [winner, loser] = both[0].word.startsWith("postgres:") ? both : both.toReversed();
    expect(winner?.word).toMatch(/^postgres:/);
    expect(loser?.word).toBe(
      `EmbeddedDatabaseError: Pipelines is already running on ${dataDir} as pid ${winner?.pid}: stop it first, or set DATA_DIR to another directory.`,
    );
  });

  test("what a killed app left running is taken over, and stopped at the end", async () => {
    const first = await openElsewhere("app");
    await killAndWait(first.child, "SIGKILL");
    const pid = postmaster();
    expect(serverRuns()).toBe(true);
    const command = await open("command");
    expect(command.ownsServer).toBe(false);
    await command.stop();
    expect(serverRuns()).toBe(true);
    const second = await open();
    expect([second.ownsServer, second.url, postmaster()]).toEqual([true, first.word, pid]);
    await second.stop();
    expect(isServerOf(pid, cluster())).toBe(false);
  });

  test("a server that is still shutting down is waited for", async () => {
    const first = await openElsewhere("app");
    await killAndWait(first.child, "SIGKILL");
    const pid = postmaster();
    const last = new Client({ connectionString: first.word });
    await last.connect();
    process.kill(pid, "SIGTERM"); // ends when its last client has gone
    await until(() => readPostmasterFile(cluster())?.status === "stopping");
    const coming = open();
    await until(() => said.join().includes("getting ready"));
    await last.end();
    expect(await ask((await coming).url, "SELECT 1 AS value")).toEqual([1]);
    expect(postmaster()).not.toBe(pid);
  });

  test("a command joins the running app, or starts a server for itself and stops it", async () => {
    const alone = await open("command");
    expect(alone.ownsServer).toBe(true);
    await expect(open()).rejects.toThrow(/command is running.*pid/);
    await alone.stop();
    expect(serverRuns()).toBe(false);
    const app = await openElsewhere("app");
    const beside = await open("command");
    expect([beside.ownsServer, beside.url]).toEqual([false, app.word]);
    await beside.stop();
    expect(await ask(app.word, "SELECT 1 AS value")).toEqual([1]);
  });

  test("a command waits for another command to end", async () => {
    const first = await openElsewhere("command");
    const second = open("command");
    await until(() => said.join().includes("Waiting for another"));
    await killAndWait(first.child, "SIGTERM");
    expect((await second).ownsServer).toBe(true);
  });
});
