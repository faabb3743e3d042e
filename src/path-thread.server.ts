import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import type { Client } from "pg";
import { fromPool, openPool } from "#db/connect.ts";
import { primaryOf } from "#db/primary.ts";
import { runThread } from "#features/path/thread/run-thread.server.ts";
import { everybodyIn } from "./path-thread-reads.server.ts";

/** The data that the main thread passes at the start. */
export type PathThreadData = { databaseUrl: string; today: string };

/** With this niceness, the thread gets a third of the processor's time beside a busy thread with niceness 0. */
const THREAD_NICENESS = 5;

const { databaseUrl, today }: PathThreadData = workerData;
if (!parentPort) throw new Error("This file runs in a worker thread only.");

yieldToPages();

// Two connections, so that a change need not wait for a reading of everything. No time limit, because that may take
// long.
const pool = openPool(databaseUrl, { max: 2, applicationName: "pipelines-paths", statementTimeout: 0 });
const clients = new Set<Client>();
pool.on("connect", (client) => clients.add(client)).on("remove", (client) => clients.delete(client));

/** Without a time limit, a query would wait for a dead machine until TCP gives up, which takes minutes. */
function reconnect(): void {
  primaryOf(databaseUrl)?.doubt();
  for (const client of clients) client.connection.stream.destroy();
}

runThread(parentPort, { ...everybodyIn(fromPool(pool)).visible, reconnect }, today);

/** Gives the thread of pages priority, if there are few processors. Only Linux has a priority for each thread. */
function yieldToPages(): void {
  try {
    const thread = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    if (thread > 0) setPriority(thread, THREAD_NICENESS);
  } catch {
    // Not Linux, or not allowed: nothing depends on it.
  }
}
