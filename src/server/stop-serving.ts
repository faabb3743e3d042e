import type { Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setImmediate, setTimeout } from "node:timers/promises";

/** Answers under way get this long at a stop, in milliseconds. Then their connections are closed. */
const MAX_WAIT_MS = 10_000;
/** At a stop, a connection without a request stays open for this long, because a request may be on its way. */
const IDLE_MS = 100;
/** The same if other processes answer at the port: clients do not know that this process is stopping. */
export const LONG_IDLE_MS = 3_000;
const CHECK_EVERY_MS = 20;

/**
 * Tracks a server's connections and closes them at a stop. Node's own `close` has two faults here:
 * - It ends a connection that is idle at that moment, even if it was just opened and its first request is on its way.
 * - It does not end a connection that becomes idle later, so a stop would wait until that times out.
 * @returns `close`, which stops listening and waits for the answers under way
 */
export function trackConnections(server: Server): { close: (idleMs?: number) => Promise<void> } {
  const answersOf = new Map<Socket, number>();
  const open = new Set<ServerResponse>();
  server.on("connection", (socket: Socket) => {
    answersOf.set(socket, 0);
    socket.once("close", () => answersOf.delete(socket));
  });
  server.on("request", ({ socket }, outgoing) => {
    if (outgoing.closed) return;
    open.add(outgoing);
    answersOf.set(socket, (answersOf.get(socket) ?? 0) + 1);
    outgoing.once("close", () => {
      open.delete(outgoing);
      const left = answersOf.get(socket);
      if (left !== undefined) answersOf.set(socket, left - 1);
    });
  });

  function endIdle(): void {
    for (const [socket, answers] of answersOf) if (answers === 0) socket.destroy();
  }

  return {
    close: async (idleMs = IDLE_MS) => {
      // Let requests that have already arrived be read first. They get an answer that also closes the connection.
      await setImmediate();
      await setImmediate();
      // Stops listening and leaves the connections open, unlike the method of the HTTP server.
      const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
      for (const outgoing of open) if (!outgoing.headersSent) outgoing.shouldKeepAlive = false;
      const started = performance.now();
      let isOver = false;
      while (!isOver) {
        isOver = await Promise.race([closed.then(() => true), setTimeout(CHECK_EVERY_MS, false)]);
        const waited = performance.now() - started;
        if (waited > idleMs) endIdle();
        if (waited > MAX_WAIT_MS) server.closeAllConnections();
      }
      // Ends Node's timer that looks for slow requests. The server emits "close" once more.
      server.close();
    },
  };
}
