/**
 * Publishes the numbers of hidden people and ratings in the database of DATA_DIR, beside a running app. First publishes
 * everything that waits, whatever its age; then runs as many quiet batches as its first argument says. It is a process
 * of its own, because on a site with several processes another one than the measured one does the background work. Its
 * last line is JSON.
 *
 * With a second argument it works for so many seconds and rests for as many, by turns, and prints a line at each change.
 * It rests between two transactions only.
 */
import { setTimeout } from "node:timers/promises";
import { publishBatch } from "#app/jobs.server.ts";
import { fromConnections, openPool } from "#db/connect.ts";
import { PreparedPool } from "#db/prepared-pool.ts";
import { runCommand } from "#server/command.ts";
import { PageCache } from "#server/page-cache.ts";
import { openSecret } from "#server/secret.ts";
import { yieldToRequests } from "#server/yield-to-pages.ts";
import type { TurnLine } from "./turns.ts";

/** A batch leaves the rest to the next one after some minutes. */
const MOST_BATCHES = 10;
/** So many pairs of turns are enough. */
const MOST_RESTS = 24;
const WAITS = { account: 0, stop: 0, rating: 0 };

export type BatchTimes = {
  /** Milliseconds of all that waited, without rests, and in how many batches it was done. */
  catchUp: number;
  batches: number;
  isDone: boolean;
  /** Milliseconds of each batch with nothing to do. */
  quiet: number[];
};

/** Milliseconds since 1970. The process that reads pages uses the same clock, so both know which turn a page falls in. */
const now = (): number => performance.timeOrigin + performance.now();

const say = (line: TurnLine): void => console.log(JSON.stringify(line));

let rested = 0;

/** Rests where the time of work is over. */
function turnsOf(seconds: number): () => Promise<void> {
  if (seconds === 0) return () => Promise.resolve();
  let [began, rests] = [now(), 0];
  say({ turn: "work", at: began });
  return async () => {
    if (now() - began < seconds * 1_000 || rests >= MOST_RESTS) return;
    const from = now();
    say({ turn: "rest", at: from });
    await setTimeout(seconds * 1_000);
    [began, rests] = [now(), rests + 1];
    rested += began - from;
    say({ turn: "work", at: began });
  };
}

await runCommand(async ({ config, db, url }) => {
  const pool = openPool(url, { max: 1, statementTimeout: 60_000, applicationName: "pipelines publishing" });
  const unprepared = new PreparedPool(yieldToRequests(pool), undefined, false);
  const turn = turnsOf(Number(process.argv[3] ?? 0));
  const publishing = fromConnections({
    connect: async () => {
      await turn();
      return unprepared.connect();
    },
    end: () => unprepared.end(),
    options: unprepared.options,
  });
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
    const times: BatchTimes = { catchUp: performance.now() - started - rested, batches, isDone, quiet: [] };
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
