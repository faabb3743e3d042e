import type { Server } from "node:http";
import { clientAddress, plainAddress } from "./client-ip.ts";
import type { Config } from "./config.ts";

/** All connections together. More would take memory that answers need. */
const MAX_CONNECTIONS = 4_000;
/** Connections of one address. A browser opens six; a school behind one address opens a few hundred. */
const MAX_PER_ADDRESS = 400;

/**
 * Closes connections above an address's limit, so that nobody can take all of them. Trusted proxies are not counted,
 * because they carry everybody's requests.
 */
export function limitConnections(server: Server, config: Pick<Config, "trustProxy" | "rateLimitFactor">): void {
  const open = new Map<string, number>();
  const most = MAX_PER_ADDRESS * config.rateLimitFactor;
  server.maxConnections = MAX_CONNECTIONS;
  server.on("connection", (socket) => {
    const remote = plainAddress(socket.remoteAddress ?? "");
    if (config.trustProxy.includes(remote)) return;
    const address = clientAddress(remote, undefined, []);
    const count = (open.get(address) ?? 0) + 1;
    if (count > most) {
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once("close", () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}
