import { PgBoss, type ConstructorOptions, type JobResult, type QueueOptions } from "pg-boss";
import type { Pool, PoolClient } from "pg";
import { openPool } from "#db/connect.ts";
import type { Services } from "./context.ts";
import { JOB_SCHEMA, TryLater, type JobWorker } from "./jobs.ts";

/** Any fixed number: whoever changes the queue's own tables holds this lock, so that processes may start together. */
const LOCK = 7_311_904_202;
/** Seconds between two looks for jobs whose process died. */
const WATCH = 5;
/** Seconds between two looks for what we do not use: jobs that wait for other jobs. */
const HOUR = 3_600;
const STOP_TIMEOUT = 10_000;
const AGAIN = 2_000;
const ERROR_QUIET = 60_000;
const LOOK_AT_DISK = 1_000;

type QueueDatabase = NonNullable<ConstructorOptions["db"]>;

function onConnection(connection: Pool | PoolClient): QueueDatabase {
  return { executeSql: (text, values) => connection.query(text, values) };
}

/**
 * Makes the queue's own tables in their schema, or brings them up to date, and
 * writes down every worker's rules. Afterwards jobs can be sent.
 */
async function install(pool: Pool, workers: readonly JobWorker[]): Promise<void> {
  const client = await pool.connect();
  let isWhole = false;
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK]);
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
    await client.query("select pg_advisory_unlock($1)", [LOCK]);
    isWhole = true;
  } finally {
    // With the connection goes the lock.
    client.release(!isWhole);
  }
}

export type Jobs = {
  /** Takes no new job, gives those under way up to ten seconds, and closes its connections. */
  stop: () => Promise<void>;
};

/**
 * Installs the queue and, if `run`, begins to look for jobs, without waiting
 * for the first look. Without it jobs are only taken down (tests).
 */
export async function startJobs(
  databaseUrl: string,
  services: Services,
  workers: readonly JobWorker[],
  options: { run: boolean },
): Promise<Jobs> {
  const complain = openComplaints(services);
  const pool = openPool(databaseUrl, {
    max: 3,
    statementTimeout: 15_000,
    applicationName: "pipelines-jobs",
    onIdleError: complain,
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
  const started = runUntilStarted(pool, services, workers, complain, stopping.signal);
  let stopped: Promise<void> | undefined;
  return {
    stop: () => {
      stopped ??= (async () => {
        stopping.abort();
        const running = await started;
        await running?.();
        await pool.end();
      })();
      return stopped;
    },
  };
}

/** One line a minute at most: a database that is away fails every look for jobs. */
function openComplaints(services: Services): (error: unknown) => void {
  let quietUntil = 0;
  return (error) => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + ERROR_QUIET;
    services.log.warn({ err: messageOf(error) }, "background jobs wait for the database");
  };
}

function messageOf(error: unknown): string | undefined {
  return error instanceof Error ? error.message : undefined;
}

async function runUntilStarted(
  pool: Pool,
  services: Services,
  workers: readonly JobWorker[],
  complain: (error: unknown) => void,
  stopping: AbortSignal,
): Promise<(() => Promise<void>) | undefined> {
  while (!stopping.aborted) {
    const boss = new PgBoss({
      db: onConnection(pool),
      schema: JOB_SCHEMA,
      schedule: false,
      superviseIntervalSeconds: WATCH,
      monitorIntervalSeconds: WATCH,
      flowIntervalSeconds: HOUR,
    });
    boss.on("error", complain);
    boss.on("warning", (warning) => services.log.info({ warning: warning.message }, "job queue"));
    try {
      await boss.start();
      return await lookForJobs(boss, services, workers, complain, stopping);
    } catch (error) {
      complain(error);
      await boss.stop({ graceful: false, close: false }).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, stopping.aborted ? 0 : AGAIN));
    }
  }
  return undefined;
}

async function lookForJobs(
  boss: PgBoss,
  services: Services,
  workers: readonly JobWorker[],
  complain: (error: unknown) => void,
  stopping: AbortSignal,
): Promise<() => Promise<void>> {
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
          // A batch that was fetched while stopping goes back untouched.
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
    // Sent again until it is taken: the next turn may be hours away.
    const send = async (): Promise<void> => {
      for (let isSent = false; !isSent && !stopping.aborted;) {
        try {
          // On a full disk it waits with the others.
          if (!services.isDiskFull()) {
            await boss.send(worker.name, {}, { singletonSeconds: seconds });
            isSent = true;
          }
        } catch (error) {
          complain(error);
        }
        if (!isSent) await delay(AGAIN, stopping);
      }
    };
    void send();
    timers.push(setInterval(() => void send(), seconds * 1_000).unref());
  }
  const pauses = pauseWhileFull(boss, services, workers, { begin, complain, stopping });
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await pauses.end();
    // Worker by worker: the queue's own graceful stop looks only twice a second whether all have ended.
    const ended = Promise.all(workers.map(({ name }) => boss.offWork(name, { wait: true })));
    const timer = new AbortController();
    await Promise.race([ended, delay(STOP_TIMEOUT, timer.signal)]);
    timer.abort();
    await boss.stop({ graceful: false, close: false });
  };
}

/** To look for a job is to write: on a full disk nobody looks, and jobs under way are the last. */
function pauseWhileFull(
  boss: PgBoss,
  services: Services,
  workers: readonly JobWorker[],
  given: {
    begin: (worker: JobWorker) => Promise<void>;
    complain: (error: unknown) => void;
    stopping: AbortSignal;
  },
): { end: () => Promise<void> } {
  let isPaused = false;
  let turning = Promise.resolve();
  async function turn(): Promise<void> {
    const isFull = services.isDiskFull();
    if (isFull === isPaused || given.stopping.aborted) return;
    isPaused = isFull;
    for (const worker of workers) {
      if (isFull) await boss.offWork(worker.name, { wait: false });
      else await given.begin(worker);
    }
    services.log.warn({}, isFull ? "disk full: background jobs wait" : "background jobs go on");
  }
  const timer = setInterval(() => {
    turning = turning.then(turn).catch(given.complain);
  }, LOOK_AT_DISK);
  timer.unref();
  return {
    end: () => {
      clearInterval(timer);
      return turning;
    },
  };
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
