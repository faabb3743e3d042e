import { Worker } from "node:worker_threads";
import { z } from "zod";
import type { Services } from "#server/context.ts";
import { jobWorker, TryLater, type JobWorker } from "#server/jobs.ts";
import { smallYoungHeap } from "#server/worker-heap.ts";
import type { WeeklyThreadData, WeeklyWork } from "./weekly-thread.server.ts";

const HOUR = 3_600;

/** Ends when the counting before has ended: two at once would read everybody twice at the same time. */
let last: Promise<void> = Promise.resolve();

/**
 * A job that counts everybody once a week, in a thread of its own. With a million people it takes minutes. In the
 * thread that makes pages it would delay each of them.
 * @param workOf what the thread needs to know
 */
export function weeklyWorker(name: string, workOf: (services: Services) => WeeklyWork): JobWorker {
  return jobWorker({
    name,
    data: z.object({}),
    every: 7 * 24 * HOUR,
    poll: 30,
    expire: HOUR,
    run: async (services, _data, { signal }) => {
      const { databaseUrl, clock, cache } = services;
      const data: WeeklyThreadData = { databaseUrl, now: clock().getTime(), work: workOf(services) };
      const mine = last.then(() => runInThread(data, { signal, purge: (tags) => cache.purge(tags) }));
      last = mine.catch(() => {});
      await mine;
    },
  });
}

/** @throws what was thrown in the thread, or TryLater if `signal` ended it */
async function runInThread(
  workerData: WeeklyThreadData,
  { signal, purge }: { signal: AbortSignal; purge: (tags: readonly string[]) => void },
): Promise<void> {
  if (signal.aborted) throw new TryLater();
  const resourceLimits = smallYoungHeap();
  const thread = new Worker(new URL("./weekly-thread.server.ts", import.meta.url), { workerData, resourceLimits });
  thread.on("message", purge);
  const stop = (): void => void thread.terminate();
  signal.addEventListener("abort", stop);
  try {
    await new Promise<void>((resolve, reject) => {
      thread.once("error", reject);
      thread.once("exit", (code) =>
        code === 0 ? resolve() : reject(signal.aborted ? new TryLater() : new Error(`The thread ended with ${code}.`)),
      );
    });
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
