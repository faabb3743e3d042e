import { existsSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { dirname } from "node:path";
import { reasonOf } from "#core/errors.ts";
import { calendarDay } from "#core/calendar.ts";
import type { FromEngine, ToEngine } from "#features/path/running/messages.ts";
import { makePrivate } from "#server/private-folder.ts";
import { openPurgeChannel, type PurgeChannel } from "#server/purge-channel.ts";
import { SocketPort } from "#server/socket-port.ts";
import { APPLICATION_NAME, openPathEngine } from "./path-engine.server.ts";
import type { FromPathProcess, ToPathProcess } from "./process-messages.ts";

/**
 * The path engine in a process of its own: of all processes at a socket (SupervisedEngine), or of the only one, which
 * started it (PathChild). It loads little: its memory counts. An error ends it, and another one is started.
 */

const send = (message: FromPathProcess | FromEngine): void =>
  void process.send?.(message, undefined, undefined, () => {});

/** The folder of the socket, once it is known, and the socket, once this process listens at it. */
let folder: string | undefined;
let listensAt: string | undefined;

/** It ends with the process that started it, also with one that is killed while this process starts. */
function end(): never {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  process.exit();
}
process.on("disconnect", end);
if (!process.connected) end();

/** Says why it cannot go on. The supervisor starts another one. */
function fail(error: unknown): void {
  const reason = reasonOf(error);
  const message: FromPathProcess = { type: "failed", reason };
  if (process.send) process.send(message, undefined, undefined, () => process.exit(1));
}

function listen({ databaseUrl, address }: Extract<ToPathProcess, { type: "start" }>): void {
  let channel: PurgeChannel | undefined;
  const today = calendarDay(new Date());
  const { join, hear, reconnect } = openPathEngine(databaseUrl, today, () => channel?.heardOf() ?? -Infinity);
  // The engine keeps nothing that only a cache needs to know.
  const cache = {
    isFresh: () => true,
    purge: hear,
    clear: () => {},
    // Until now changes were missed.
    switch: (isOn: boolean) => isOn && hear(["*"]),
  };
  folder = dirname(address);
  makePrivate(folder);
  // A process that was killed leaves its socket.
  rmSync(address, { force: true });
  const server = createServer((socket) => {
    // Not before: the first process that asks has migrated the database.
    channel ??= openPurgeChannel(databaseUrl, {
      cache,
      log: { debug: (text) => send({ type: "debug", text }) },
      applicationName: APPLICATION_NAME,
      onMistrust: reconnect,
    });
    const port = new SocketPort<ToEngine, FromEngine>(socket);
    // Its process ended, or opens another connection and asks for everything again.
    port.on("error", () => {});
    port.on("exit", join(port));
  });
  server.on("error", fail);
  server.listen(address, () => {
    listensAt = address;
    send({ type: "listening" });
  });
}

/** Takes the messages of the process that this one serves alone. It tells of changes, so this one need not hear of them. */
let receive = (_message: ToEngine): void => {};

function serve({ databaseUrl, today }: Extract<ToPathProcess, { type: "serve" }>): void {
  openPathEngine(databaseUrl, today).join({ postMessage: send, on: (_event, listener) => (receive = listener) });
}

process.on("message", (message: ToPathProcess | ToEngine) => {
  if ("kind" in message) receive(message);
  else if (message.type === "start") listen(message);
  else if (message.type === "serve") serve(message);
  // A cleaner of temporary files has removed the socket, so no other process can connect. The next engine makes it again.
  else if (listensAt !== undefined && !existsSync(listensAt)) process.exit(1);
  else send({ type: "pong", bytes: process.memoryUsage.rss() });
});
// Ctrl-C reaches all processes of a terminal. The others still ask this one while they end.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
