import { fromKysely, PgBoss, type QueueOptions } from "pg-boss";
import type { z } from "zod";
import type { Trx } from "#db/connect.ts";
import type { Services } from "./context.ts";

/** What a worker may know of the job it does. */
export type JobInfo = {
  /** 0 on the first try. */
  retries: number;
  /** Ends when the job has taken too long or the process stops without waiting any longer. */
  signal: AbortSignal;
};

/** One kind of background work. Any process does its jobs, each job one process at a time. */
export type JobWorker = {
  name: string;
  queue: QueueOptions;
  atOnce: number;
  poll: number;
  every: number | undefined;
  run: (services: Services, data: unknown, info: JobInfo) => Promise<void>;
};

/** Thrown by a worker that wants to be tried again and has nothing to say in the log. */
export class TryLater extends Error {
  override name = "TryLater";
}

/** Where the queue keeps its own tables. */
export const JOB_SCHEMA = "pgboss";
/** Seconds without a sign of life after which a killed process's jobs go to another; the queue allows no fewer. */
const HEARTBEAT = 10;
/** Seconds after which a job is taken away from its worker. */
const EXPIRE = 300;
const HOUR = 3_600;

/**
 * Describes a worker. `data` checks what was sent before `run` sees it; `run`
 * throws to be tried again: after about a second, then twice as long each time
 * with jitter, at most `retry.most` seconds, `retry.limit` times.
 */
export function jobWorker<Data>(given: {
  /** Lower-case words with hyphens; what `sendJob` names. */
  name: string;
  data: z.ZodType<Data>;
  retry?: { limit: number; most: number };
  /** Jobs of this kind at once in one process. */
  atOnce?: number;
  /** Seconds between two looks for new jobs. */
  poll?: number;
  /** Seconds after which a job with `{}` comes by itself, one for all processes together. */
  every?: number;
  /** Seconds that one job may take; 300 otherwise. */
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
      heartbeatSeconds: HEARTBEAT,
      expireInSeconds: given.expire ?? EXPIRE,
      // A finished job is the mark that this turn of a recurring one was done.
      deleteAfterSeconds: Math.max(HOUR, 2 * (given.every ?? 0)),
    },
    atOnce: given.atOnce ?? 1,
    poll: given.poll ?? 2,
    every: given.every,
    run: (services, data, info) => given.run(services, given.data.parse(data), info),
  };
}

type SendOptions = {
  /** Greater is sooner; 0 otherwise. */
  priority?: number;
  startAfter?: Date;
};

/**
 * Queues a job inside the caller's transaction: it is done if, and only if,
 * that is committed.
 * @throws Error when no worker of that name is known
 */
export async function sendJob(trx: Trx, name: string, data: object, options: SendOptions = {}): Promise<void> {
  await sendJobs(trx, name, [{ data }], options);
}

/** As `sendJob`, many at once. A job whose `id`, a UUID, is there already is not queued again. */
export async function sendJobs(
  trx: Trx,
  name: string,
  jobs: readonly { id?: string; data: object }[],
  options: SendOptions = {},
): Promise<void> {
  // Never started: it words the statement, which runs on the caller's transaction.
  const boss = new PgBoss({ db: fromKysely(trx), schema: JOB_SCHEMA });
  await boss.insert(
    name,
    jobs.map((job) => ({ ...job, ...options })),
  );
}
