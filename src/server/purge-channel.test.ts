import { createServer, type AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { openPurgeChannel } from "./purge-channel.ts";
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
