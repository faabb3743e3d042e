import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { openDatabase } from "#db/connect.ts";
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
const db = openDatabase(databaseUrl, { max: 2, applicationName: "pipelines-paths", statementTimeout: 0 });
runThread(parentPort, everybodyIn(db).visible, today);

/** Gives the thread of pages priority, if there are few processors. Only Linux has a priority for each thread. */
function yieldToPages(): void {
  try {
    const thread = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    if (thread > 0) setPriority(thread, THREAD_NICENESS);
  } catch {
    // Not Linux, or not allowed: nothing depends on it.
  }
}
