import { fromKysely, PgBoss, type QueueOptions } from "pg-boss";
import type { z } from "zod";
import type { Trx } from "#db/connect.ts";
import type { Services } from "./context.ts";

/** What a worker knows about the job it runs. */
export type JobInfo = {
  /** 0 on the first try. */
  retries: number;
  /** Aborted when the job takes too long, or when the process stops. */
  signal: AbortSignal;
};

/** One kind of background work. Any process may run its jobs; each job runs in one process at a time. */
export type JobWorker = {
  name: string;
  queue: QueueOptions;
  atOnce: number;
  poll: number;
  every: number | undefined;
  run: (services: Services, data: unknown, info: JobInfo) => Promise<void>;
};

/** Thrown by a worker to be tried again without a line in the log. */
export class TryLater extends Error {
  override name = "TryLater";
}

/** The database schema of the queue's own tables. */
export const JOB_SCHEMA = "pgboss";
/** Seconds without a heartbeat after which another process gets a job. 10 is the least that pg-boss allows. */
const HEARTBEAT_SECONDS = 10;
/** Seconds after which a running job is taken from its worker. */
const EXPIRE_SECONDS = 300;
const HOUR_SECONDS = 3_600;

/**
 * Describes a worker. `data` checks the job's data before `run` gets it. If `run` throws, the job is tried again: first
 * after about a second, then twice as long each time with jitter, at most `retry.most` seconds, `retry.limit` times.
 */
export function jobWorker<Data>(given: {
  /** Lower-case words with hyphens. `sendJob` takes this name. */
  name: string;
  data: z.ZodType<Data>;
  retry?: { limit: number; most: number };
  /** How many jobs of this kind one process runs at once. */
  atOnce?: number;
  /** Seconds between two checks for new jobs. */
  poll?: number;
  /** Sends a job with `{}` by itself every so many seconds, one for all processes together. */
  every?: number;
  /** Seconds that one job may take; the default is 300. */
  expire?: number;
  run: (services: Services, data: Data, info: JobInfo) => Promise<void>;
}): JobWorker {
  const { limit, most } = given.retry ?? { limit: 10, most: 600 };
  return {
    name: given.name,
    queue: {
      retryLimit: limit,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: most,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: given.expire ?? EXPIRE_SECONDS,
      // Keep finished jobs for two turns: a finished job shows that this turn was done.
      deleteAfterSeconds: Math.max(HOUR_SECONDS, 2 * (given.every ?? 0)),
    },
    atOnce: given.atOnce ?? 1,
    poll: given.poll ?? 2,
    every: given.every,
    run: (services, data, info) => given.run(services, given.data.parse(data), info),
  };
}

type SendOptions = {
  /** Jobs with a greater number run sooner; the default is 0. */
  priority?: number;
};

/**
 * Queues a job inside the caller's transaction: the job runs only if the transaction is committed.
 * @throws Error if no worker has this name
 */
export async function sendJob(trx: Trx, name: string, data: object): Promise<void> {
  await sendJobs(trx, name, [{ data }]);
}

/** Like `sendJob`, for many jobs. A job is skipped if a job with its `id` (a UUID) exists already. */
export async function sendJobs(
  trx: Trx,
  name: string,
  jobs: readonly { id?: string; data: object }[],
  options: SendOptions = {},
): Promise<void> {
  // This instance is never started. It only runs the insert on the caller's transaction.
  const boss = new PgBoss({ db: fromKysely(trx), schema: JOB_SCHEMA });
  await boss.insert(
    name,
    jobs.map((job) => ({ ...job, ...options })),
  );
}
