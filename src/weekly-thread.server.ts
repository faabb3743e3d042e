import { parentPort, workerData } from "node:worker_threads";
import { fromPool, openPool } from "#db/connect.ts";
import { yieldToPages, yieldToRequests } from "#server/yield-to-pages.ts";
import { countFollowed, dumpOpenData, type DumpSettings } from "./weekly.server.ts";

export type WeeklyWork = { name: "weekly-news" } | { name: "open-data"; config: DumpSettings; hasDemo: boolean };
/** What the main thread passes at the start. `now` is in milliseconds since 1970. */
export type WeeklyThreadData = { databaseUrl: string; now: number; work: WeeklyWork };

const { databaseUrl, now, work }: WeeklyThreadData = workerData;
const port = parentPort;
if (!port) throw new Error("This file runs in a worker thread only.");

yieldToPages();

// Connections of its own, because those of requests give up a statement after a few seconds. The job has a limit.
const pool = openPool(databaseUrl, { applicationName: "pipelines-weekly", statementTimeout: 0, max: 2 });
const db = fromPool(yieldToRequests(pool));
const clock = (): Date => new Date(now);
try {
  if (work.name === "open-data") {
    await dumpOpenData({ db, clock, config: work.config, hasDemo: () => work.hasDemo });
  } else {
    await countFollowed({ db, clock, cache: { purge: (tags) => port.postMessage(tags) } });
  }
} finally {
  await db.destroy();
}
