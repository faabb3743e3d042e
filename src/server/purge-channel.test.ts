import { createServer, type AddressInfo, type Socket } from "node:net";
import { expect, it } from "vitest";
import { openPurgeChannel } from "./purge-channel.ts";
import { Pulse } from "#db/pulse.ts";
import { PageCache } from "./page-cache.ts";
import { openLog } from "./log.ts";

it("opens one connection after another where each is lost while it is opened, never two at once", async () => {
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

it("reports a server that accepts connections and says nothing, also while the connection is opened again", async () => {
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
