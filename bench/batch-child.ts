/**
 * Publishes the numbers of hidden people and ratings in the database of DATA_DIR, beside a running app. First publishes
 * everything that waits, whatever its age; then runs as many quiet batches as its argument says. It is a process of its
 * own, because on a site with several processes another one than the measured one does the background work. Its last
 * line is JSON.
 */
import { publishBatch } from "#app/jobs.server.ts";
import { fromPoolUnprepared, openPool } from "#db/connect.ts";
import { runCommand } from "#server/command.ts";
import { PageCache } from "#server/page-cache.ts";
import { openSecret } from "#server/secret.ts";
import { yieldToRequests } from "#server/yield-to-pages.ts";

/** A batch leaves the rest to the next one after some minutes. */
const MOST_BATCHES = 10;
const WAITS = { account: 0, stop: 0, rating: 0 };

export type BatchTimes = {
  /** Milliseconds of all that waited, and in how many batches it was done. */
  catchUp: number;
  batches: number;
  isDone: boolean;
  /** Milliseconds of each batch with nothing to do. */
  quiet: number[];
};

await runCommand(async ({ config, db, url }) => {
  const pool = openPool(url, { max: 1, statementTimeout: 60_000, applicationName: "pipelines publishing" });
  const publishing = fromPoolUnprepared(yieldToRequests(pool));
  try {
    const services = {
      config,
      db,
      publishing,
      secret: await openSecret(db, config.secretFile),
      clock: () => new Date(),
      cache: new PageCache(),
    };
    const started = performance.now();
    let [batches, isDone] = [0, false];
    while (!isDone && batches < MOST_BATCHES) {
      isDone = await publishBatch(services, WAITS);
      batches += 1;
    }
    const times: BatchTimes = { catchUp: performance.now() - started, batches, isDone, quiet: [] };
    for (let n = 0; n < Number(process.argv[2] ?? 3); n += 1) {
      const began = performance.now();
      await publishBatch(services, WAITS);
      times.quiet.push(performance.now() - began);
    }
    console.log(JSON.stringify(times));
  } finally {
    await publishing.destroy();
  }
});
