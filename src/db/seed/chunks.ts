import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { makeChunk, spansOf, type Cast, type Chunk, type Span } from "./chunk.ts";
import type { ThreadAnswer, ThreadData } from "./chunk-thread.ts";
import { openStoredWorld, type WorldData } from "./stored-world.ts";

/** More threads would only wait for PostgreSQL, and each holds a world of its own. */
const MOST_THREADS = 4;
/** How many chunks each thread may have made before PostgreSQL has stored them, so that neither waits for the other. */
const AHEAD = 3;

type Making = { world: WorldData; faces: readonly string[]; cast: Cast; threads?: number };

export const threadsHere = (): number => Math.min(MOST_THREADS, availableParallelism());

/** Makes all people, in the order of their places, which does not depend on the number of threads. 0 = in this thread. */
export async function* makeChunks({ threads = 0, ...making }: Making): AsyncGenerator<Chunk> {
  if (threads > 0) return yield* makeInThreads(making, threads);
  const stage = { world: openStoredWorld(making.world), faces: making.faces };
  for (const span of spansOf(making.cast.people)) yield makeChunk(stage, making.cast, span);
}

async function* makeInThreads(making: ThreadData, count: number): AsyncGenerator<Chunk> {
  const threads = Array.from({ length: count }, () => openThread(making));
  try {
    const coming: Promise<Chunk>[] = [];
    let number = 0;
    for (const span of spansOf(making.cast.people)) {
      const made = threads[number % count]?.make(span);
      if (made) coming.push(made);
      number += 1;
      const next = coming.length < count * AHEAD ? undefined : coming.shift();
      if (next) yield await next;
    }
    for (const made of coming) yield await made;
  } finally {
    await Promise.all(threads.map(({ close }) => close()));
  }
}

type Thread = { make: (span: Span) => Promise<Chunk>; close: () => Promise<unknown> };

function openThread(making: ThreadData): Thread {
  const worker = new Worker(new URL("./chunk-thread.ts", import.meta.url), { workerData: making });
  const waiting = new Map<number, PromiseWithResolvers<Chunk>>();
  let failure: Error | undefined;
  const fail = (error: Error): void => {
    failure ??= error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on("message", ({ from, chunk }: ThreadAnswer) => {
    waiting.get(from)?.resolve(chunk);
    waiting.delete(from);
  });
  worker.on("error", (error) => fail(error instanceof Error ? error : new Error(String(error))));
  worker.on("exit", () => fail(new Error("A thread that makes demo people has ended.")));
  return {
    make: (span) => {
      const made = Promise.withResolvers<Chunk>();
      // Whoever asked may have failed by then, and waits no more.
      made.promise.catch(() => {});
      if (failure) made.reject(failure);
      else waiting.set(span.from, made);
      worker.postMessage(span, []);
      return made.promise;
    },
    close: () => worker.terminate(),
  };
}
