import { parentPort, workerData } from "node:worker_threads";
import { makeChunk, type Cast, type Chunk, type Span } from "./chunk.ts";
import { openStoredWorld, type WorldData } from "./stored-world.ts";

/** A thread that makes the people of each span it is sent. */

export type ThreadData = { world: WorldData; faces: readonly string[]; cast: Cast };
export type ThreadAnswer = { from: number; chunk: Chunk };

// The thread is started with this data only.
const { world, faces, cast } = workerData as ThreadData;
const stage = { world: openStoredWorld(world), faces };

parentPort?.on("message", (span: Span) => {
  const chunk = makeChunk(stage, cast, span);
  const answer: ThreadAnswer = { from: span.from, chunk };
  parentPort?.postMessage(
    answer,
    Object.values(chunk.texts).map(({ buffer }) => buffer),
  );
});
