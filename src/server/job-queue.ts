import { setTimeout } from "node:timers/promises";
import { PgBoss, type ConstructorOptions, type JobResult, type QueueOptions } from "pg-boss";
import type { Pool, PoolClient } from "pg";
import { openPool } from "#db/connect.ts";
import type { Services } from "./context.ts";
import { mendTimesWhenSetBack } from "./job-times.ts";
import { JOB_SCHEMA, TryLater, type JobWorker } from "./jobs.ts";

/**
 * The advisory lock for changes of the queue's tables, so that several processes can start at once. Any fixed number
 * will do.
 */
const INSTALL_LOCK = 7_311_904_202;
/** Seconds between two checks for jobs of dead processes. */
const WATCH_SECONDS = 5;
/** Seconds between two checks for jobs that wait for other jobs. We have none, so check rarely. */
const HOUR_SECONDS = 3_600;
const STOP_TIMEOUT_MS = 10_000;
const RETRY_MS = 2_000;
const QUIET_MS = 60_000;
const STATEMENT_TIMEOUT_MS = 15_000;
const CHECK_DISK_EVERY_MS = 1_000;

type QueueDatabase = NonNullable<ConstructorOptions["db"]>;

function onConnection(connection: Pool | PoolClient): QueueDatabase {
  return { executeSql: (text, values) => connection.query(text, values) };
}

/** Creates or upgrades the queue's tables and stores each worker's settings. Then jobs can be sent. */
async function install(pool: Pool, workers: readonly JobWorker[]): Promise<void> {
  const client = await pool.connect();
  let isWhole = false;
  try {
    await client.query("select pg_advisory_lock($1)", [INSTALL_LOCK]);
    const boss = new PgBoss({ db: onConnection(client), schema: JOB_SCHEMA, supervise: false, schedule: false });
    boss.on("error", () => {});
    await boss.start();
    const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
    for (const { name, queue } of workers) {
      const old = known.get(name);
      if (!old) await boss.createQueue(name, queue);
      else if (Object.entries(queue).some(([key, value]) => old[key as keyof QueueOptions] !== value))
        await boss.updateQueue(name, queue);
    }
    await boss.stop({ graceful: false, close: false });
    await client.query("select pg_advisory_unlock($1)", [INSTALL_LOCK]);
    isWhole = true;
  } finally {
    // After an error, close the connection. That releases the lock.
    client.release(!isWhole);
  }
}

export type Jobs = {
  /** Takes no new jobs, waits up to ten seconds for running ones, and closes the connections. */
  stop: () => Promise<void>;
};

/**
 * Installs the queue. With `run`, also fetches jobs; tests leave it false, so jobs stay queued. Workers whose jobs come
 * from elsewhere check for them every `mostPoll` seconds or more often.
 */
export async function startJobs(
  databaseUrl: string,
  services: Services,
  workers: readonly JobWorker[],
  options: { run: boolean; mostPoll?: number | undefined },
): Promise<Jobs> {
  const { mostPoll = Number.POSITIVE_INFINITY } = options;
  const logTrouble = openTroubleLog(services);
  const pool = openPool(databaseUrl, {
    max: 3,
    statementTimeout: STATEMENT_TIMEOUT_MS,
    // At the start all workers ask at once, and share three connections. On a busy machine the last ones wait for
    // seconds, which does not mean that the database is away.
    connectionTimeout: STATEMENT_TIMEOUT_MS,
    applicationName: "pipelines-jobs",
    onIdleError: logTrouble,
  });
  try {
    await install(pool, workers);
  } catch (error) {
    await pool.end();
    throw error;
  }
  if (!options.run) {
    await pool.end();
    return { stop: async () => {} };
  }
  const stopping = new AbortController();
  const polling = workers.map((worker) =>
    worker.every === undefined ? { ...worker, poll: Math.min(worker.poll, mostPoll) } : worker,
  );
  const endMending = mendTimesWhenSetBack(pool, logTrouble);
  const started = runUntilStarted(pool, { services, workers: polling, logTrouble, stopping: stopping.signal });
  let stopped: Promise<void> | undefined;
  return {
    stop: () => {
      stopped ??= (async () => {
        stopping.abort();
        endMending();
        const running = await started;
        await running?.();
        await pool.end();
      })();
      return stopped;
    },
  };
}

/** Logs at most one line a minute, because every fetch fails while the database is away. */
function openTroubleLog(services: Services): (error: unknown) => void {
  let quietUntil = 0;
  return (error) => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + QUIET_MS;
    services.log.warn({ err: messageOf(error) }, "background jobs wait for the database");
  };
}

function messageOf(error: unknown): string | undefined {
  return error instanceof Error ? error.message : undefined;
}

type Work = {
  services: Services;
  workers: readonly JobWorker[];
  logTrouble: (error: unknown) => void;
  stopping: AbortSignal;
};

/** @returns how to end the work; undefined if it was stopped before it started */
async function runUntilStarted(pool: Pool, work: Work): Promise<(() => Promise<void>) | undefined> {
  const { services, logTrouble, stopping } = work;
  while (!stopping.aborted) {
    const boss = new PgBoss({
      db: onConnection(pool),
      schema: JOB_SCHEMA,
      schedule: false,
      superviseIntervalSeconds: WATCH_SECONDS,
      monitorIntervalSeconds: WATCH_SECONDS,
      flowIntervalSeconds: HOUR_SECONDS,
    });
    boss.on("error", logTrouble);
    boss.on("warning", (warning) => services.log.info({ warning: warning.message }, "job queue"));
    try {
      await boss.start();
      return await runWorkers(boss, work);
    } catch (error) {
      logTrouble(error);
      await boss.stop({ graceful: false, close: false }).catch(() => {});
      await delay(RETRY_MS, stopping);
    }
  }
  return undefined;
}

async function runWorkers(boss: PgBoss, work: Work): Promise<() => Promise<void>> {
  const { services, workers, logTrouble, stopping } = work;
  const timers: NodeJS.Timeout[] = [];
  const begin = async (worker: JobWorker): Promise<void> => {
    const options = {
      batchSize: worker.atOnce,
      burstWhenBatchFull: worker.atOnce > 1,
      pollingIntervalSeconds: worker.poll,
      perJobResults: true,
    } as const;
    await boss.work(worker.name, options, (jobs) =>
      Promise.all(
        jobs.map(async (job): Promise<JobResult> => {
          // Return jobs that were fetched during the stop, without running them.
          if (stopping.aborted) return { id: job.id, status: "failed" };
          try {
            await worker.run(services, job.data, { retries: job.retryCount, signal: job.signal });
            return { id: job.id, status: "completed" };
          } catch (error) {
            if (!(error instanceof TryLater))
              services.log.warn({ job: worker.name, retries: job.retryCount, err: messageOf(error) }, "a job failed");
            return { id: job.id, status: "failed" };
          }
        }),
      ),
    );
  };
  for (const worker of workers) {
    await begin(worker);
    if (worker.every === undefined) continue;
    const seconds = worker.every;
    // Try until it is sent, because the next turn may be hours away.
    const send = async (): Promise<void> => {
      while (!stopping.aborted) {
        try {
          // The queue cannot write on a full disk. Try again later.
          if (!services.isDiskFull()) return void (await boss.send(worker.name, {}, { singletonSeconds: seconds }));
        } catch (error) {
          logTrouble(error);
        }
        await delay(RETRY_MS, stopping);
      }
    };
    void send();
    timers.push(setInterval(() => void send(), seconds * 1_000).unref());
  }
  const pauses = pauseWhileFull(boss, work, begin);
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await pauses.end();
    // Stop each worker by itself: pg-boss's own graceful stop checks only twice a second whether all have ended.
    const ended = Promise.all(workers.map(({ name }) => boss.offWork(name, { wait: true })));
    const timer = new AbortController();
    await Promise.race([ended, delay(STOP_TIMEOUT_MS, timer.signal)]);
    timer.abort();
    await boss.stop({ graceful: false, close: false });
  };
}

/** Stops fetching jobs while the disk is full, because fetching writes to the database. Running jobs finish. */
function pauseWhileFull(
  boss: PgBoss,
  { services, workers, logTrouble, stopping }: Work,
  begin: (worker: JobWorker) => Promise<void>,
): { end: () => Promise<void> } {
  let isPaused = false;
  let checking = Promise.resolve();
  async function check(): Promise<void> {
    const isFull = services.isDiskFull();
    if (isFull === isPaused || stopping.aborted) return;
    isPaused = isFull;
    for (const worker of workers) {
      if (isFull) await boss.offWork(worker.name, { wait: false });
      else await begin(worker);
    }
    services.log.warn({}, isFull ? "disk full: background jobs wait" : "background jobs go on");
  }
  const timer = setInterval(() => {
    checking = checking.then(check).catch(logTrouble);
  }, CHECK_DISK_EVERY_MS);
  timer.unref();
  return {
    end: () => {
      clearInterval(timer);
      return checking;
    },
  };
}

/** Waits, but not longer than until the signal. */
async function delay(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => {});
}
