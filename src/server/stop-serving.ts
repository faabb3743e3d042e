import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate, setTimeout } from "node:timers/promises";

/** How long answers that are being made may take, in milliseconds; then their connections are cut. */
const PATIENCE = 10_000;
/** How long a connection without a request may still bring one that was on its way. */
const LAST_CALL = 100;
/** The same where others answer at the port: whoever has just come does not know that this process leaves. */
export const LONG_LAST_CALL = 3_000;
const LOOK = 20;

/**
 * Follows the connections of a server, and ends them. Node closes those that are idle once, when it stops listening:
 * one that ends its answer a moment later, or never asked anything, would keep a stop waiting for its time-out.
 * @returns what stops listening and waits for the answers that are being made
 */
export function openDoor(server: Server): { close: (lastCall?: number) => Promise<void> } {
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
    close: async (lastCall = LAST_CALL) => {
      // What has arrived is read before the door is shut: it gets its answer, with the word that this was the last.
      await setImmediate();
      await setImmediate();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const outgoing of open) if (!outgoing.headersSent) outgoing.shouldKeepAlive = false;
      const started = performance.now();
      for (let isOver = false; !isOver;) {
        isOver = await Promise.race([closed.then(() => true), setTimeout(LOOK, false)]);
        const waited = performance.now() - started;
        if (waited > lastCall) endIdle();
        if (waited > PATIENCE) server.closeAllConnections();
      }
    },
  };
}
