import { createServer, Socket, type AddressInfo, type Server } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openPurgeChannel } from "./purge-channel.ts";
import { PURGE_CHANNEL } from "./purge-connection.ts";
import { Pulse } from "#db/pulse.ts";
import { PageCache } from "./page-cache.ts";
import { openLog } from "./log.ts";
import { PackedBody } from "./packed-body.ts";
import type { TestDatabase } from "#tests/helpers/postgres.ts";
import { queryOnce } from "#tests/helpers/old-database.ts";
import { createMigratedDatabase } from "#tests/helpers/ready-database.ts";
import { startTcpProxy } from "#tests/helpers/tcp-proxy.ts";

let own: TestDatabase;
// Before the tests that wait together: making it may keep this thread busy, and some of them measure time.
beforeAll(async () => {
  own = await createMigratedDatabase();
});
afterAll(() => own.drop());

// Each of these tests waits for several seconds, so they run at the same time.
it.concurrent("opens one connection after another where each is lost while it is opened, never two at once", async () => {
  let opened = 0;
  const server = createServer((socket) => {
    opened += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const channel = openPurgeChannel(`postgres://nobody@127.0.0.1:${port}/none`, {
    cache: new PageCache(),
    log: openLog("silent"),
  });
  // One try every half second: at 0, 0.5, 1 and 1.5. If each loss opened two connections, there would be fifteen.
  await new Promise((resolve) => setTimeout(resolve, 1_800));
  await channel.close();
  server.close();
  expect(opened).toBeGreaterThanOrEqual(2);
  expect(opened).toBeLessThanOrEqual(4);
});

it.concurrent("reports a server that accepts connections and says nothing, also while the connection is opened again", async () => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    // The first connection is lost at once. All later ones open and stay silent.
    if (sockets.size === 1) socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const started = performance.now();
  const reported = Promise.withResolvers<number>();
  const channel = openPurgeChannel(`postgres://nobody@127.0.0.1:${port}/none`, {
    cache: new PageCache(),
    log: openLog("silent"),
    pulse: new Pulse(() => reported.resolve(performance.now() - started)),
  });
  const milliseconds = await reported.promise;
  expect(sockets.size).toBe(2);
  await channel.close();
  for (const socket of sockets) socket.destroy();
  server.close();
  // Half a second until the connection is opened again. A query of that moment must be refused within two seconds.
  expect(milliseconds).toBeLessThan(2_000);
});

it.concurrent("reports one hang, not one after another, while all of several hosts are silent", async () => {
  const sockets = new Set<Socket>();
  const listenSilently = async (): Promise<Server> => {
    const server = createServer((socket) => sockets.add(socket.on("error", () => {})));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return server;
  };
  const servers = [await listenSilently(), await listenSilently()];
  const hosts = servers.map((server) => `127.0.0.1:${(server.address() as AddressInfo).port}`);
  const said: boolean[] = [];
  const channel = openPurgeChannel(`postgres://nobody@${hosts.join(",")}/none`, {
    cache: new PageCache(),
    log: openLog("silent"),
    pulse: new Pulse((isHanging) => said.push(isHanging)),
  });
  await wait(4_000);
  await channel.close();
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
  expect(said).toEqual([true]);
});

it.concurrent("says that changes were missed also where the next connection opens at once", async () => {
  const { hostname, port } = new URL(own.url);
  const proxy = await startTcpProxy({ host: hostname, port: Number(port) });
  const through = new URL(own.url);
  [through.hostname, through.port] = ["127.0.0.1", String(proxy.port)];
  const cache = new PageCache();
  const switches: boolean[] = [];
  cache.onSwitch = (isOn) => switches.push(isOn);
  const channel = openPurgeChannel(through.href, { cache, log: openLog("silent") });
  await channel.opened;
  await expect.poll(() => switches).toEqual([true]);
  // As a firewall does that has forgotten an open connection.
  proxy.holdOne(1);
  await expect.poll(() => switches.length, { timeout: 10_000 }).toBeGreaterThan(2);
  await wait(300);
  const said = [...switches];
  await channel.close();
  await proxy.stop();
  expect(said).toEqual([true, false, true]);
});

it.concurrent("tells of a purge of everything, and of no other one", async () => {
  const cache = new PageCache();
  const purged: string[] = [];
  let everything = 0;
  cache.onPurge = (tags) => purged.push(...tags);
  const onEverything = (): number => (everything += 1);
  const channel = openPurgeChannel(own.url, { cache, log: openLog("silent"), onEverything });
  await channel.opened;
  const client = new pg.Client({ connectionString: own.url });
  await client.connect();
  const notify = (payload: string) => client.query("select pg_notify($1, $2)", [PURGE_CHANNEL, payload]);
  await notify("people profile:x");
  await expect.poll(() => purged).toContain("profile:x");
  expect(everything).toBe(0);
  await notify("*");
  await expect.poll(() => everything).toBe(1);
  await client.end();
  await channel.close();
});

it.concurrent("forgets what was kept while our own server was down, because a last change may not have been told", async ({
  expect: expectHere,
}) => {
  const cache = new PageCache();
  let isDown = false;
  const channel = openPurgeChannel(own.url, {
    cache,
    log: openLog("silent"),
    applicationName: "purges-of-a-dead-server",
    isServerDown: () => isDown,
  });
  await expectHere.poll(() => cache.isFresh()).toBe(true);
  const kept = { status: 200, headers: [], body: new PackedBody("x"), tags: new Set(["people"]) };
  cache.put("/", kept, 0, cache.generation);
  expectHere(cache.size).toBe(1);
  isDown = true;
  await queryOnce(
    own.url,
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'purges-of-a-dead-server'",
  );
  await expectHere.poll(() => channel.heardOf(), { interval: 10 }).toBe(-Infinity);
  await expectHere.poll(() => channel.heardOf()).toBeGreaterThan(0);
  expectHere(cache.size).toBe(0);
  await channel.close();
});

// Alone, because nobody in this thread can connect meanwhile.
it("takes its time while the network is away, where each attempt fails at once", async () => {
  const error = Object.assign(new Error("connect ENETUNREACH"), { code: "ENETUNREACH" });
  const connect = vi.spyOn(Socket.prototype, "connect").mockImplementation(function (this: Socket) {
    return this.destroy(error);
  });
  const channel = openPurgeChannel("postgres://nobody@127.0.0.1:1,127.0.0.1:2/none", {
    cache: new PageCache(),
    log: openLog("silent"),
  });
  await wait(1_200);
  const attempts = connect.mock.calls.length;
  await channel.close();
  connect.mockRestore();
  // Of each host at 0, 0.5 and 1, and once by the watch over all hosts.
  expect(attempts).toBeLessThanOrEqual(8);
});
