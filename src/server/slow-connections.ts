import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { hasBody } from "./has-body.ts";
import { uploadAt } from "./uploads.ts";

/** A request's body must arrive within this time, in milliseconds. Uploads get longer (uploads.ts). */
const BODY_TIME_MS = 10_000;

/** A client that reads fewer bytes than this in READ_TIME_MS milliseconds is too slow. Its connection is closed. */
const READ_BYTES = 10_240;
const READ_TIME_MS = 10_000;
const CHECK_EVERY_MS = 1_000;

function isUpload(incoming: IncomingMessage): boolean {
  return (
    uploadAt(incoming.method ?? "", incoming.url?.split("?", 1)[0] ?? "") !== undefined &&
    (incoming.headers["content-type"]?.startsWith("multipart/form-data") ?? false)
  );
}

/** The whole answer to a request that arrives too slowly. */
export const TOO_SLOW = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/** Ends a request whose body arrives too slowly. Node's own `requestTimeout` is long, because it must allow uploads. */
export function limitBodyTime(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (!hasBody(incoming) || isUpload(incoming)) return;
  const timer = setTimeout(() => {
    if (incoming.complete) return;
    if (outgoing.headersSent) incoming.socket.destroy();
    else incoming.socket.end(TOO_SLOW);
  }, BODY_TIME_MS);
  timer.unref();
  incoming.once("end", () => clearTimeout(timer));
  incoming.once("close", () => clearTimeout(timer));
}

type Pace = { sent: number; since: number };

/**
 * Measures how fast a connection takes the bytes that wait for it.
 * @returns the new pace, "slow" if the connection should be closed, or undefined if nothing waits
 */
export function paceOf(
  seen: Pace | undefined,
  now: { sent: number; waiting: number; at: number },
): Pace | "slow" | undefined {
  if (now.waiting === 0) return undefined;
  if (!seen || now.sent - seen.sent >= READ_BYTES) return { sent: now.sent, since: now.at };
  return now.at - seen.since >= READ_TIME_MS ? "slow" : seen;
}

/** Closes connections that read their answers too slowly. Node has no such time limit. */
export function closeSlowReaders(server: Server): void {
  const paces = new Map<Socket, Pace | undefined>();
  server.on("connection", (socket) => {
    paces.set(socket, undefined);
    socket.once("close", () => paces.delete(socket));
  });
  const timer = setInterval(() => {
    const at = performance.now();
    for (const [socket, seen] of paces) {
      const waiting = socket.writableLength;
      const pace = paceOf(seen, { sent: socket.bytesWritten - waiting, waiting, at });
      if (pace === "slow") socket.destroy();
      else if (pace !== seen) paces.set(socket, pace);
    }
  }, CHECK_EVERY_MS);
  timer.unref();
  server.on("close", () => clearInterval(timer));
}
