import { z } from "zod";

/** Messages between the supervisor and its processes. prom-client sends its own messages for metrics. */

/** The supervisor asks every process from time to time; one that hangs does not answer. */
const ping = z.object({ type: z.literal("ping") });

/** What a process needs to know before it starts. */
export const startSchema = z.object({
  type: z.literal("start"),
  databaseUrl: z.string(),
  /** It does the background work, and looks for demo people and catalogues. */
  hasJobs: z.boolean(),
  /** Other processes answer meanwhile. So this one listens once it can answer questions about paths, too. */
  areOthersThere: z.boolean(),
  /** The socket of the path engine of all processes. Without it, each process starts its own. */
  pathEngine: z.string().optional(),
});

/**
 * Messages to a process: start; end, because another process has replaced you; the metrics of all processes; do you
 * answer?
 */
export const toProcessSchema = z.discriminatedUnion("type", [
  startSchema,
  z.object({ type: z.literal("replaced") }),
  z.object({ type: z.literal("measured"), id: z.number(), text: z.string() }),
  ping,
]);
export type ToProcess = z.infer<typeof toProcessSchema>;

/** A process reports that it listens, asks for the metrics of all processes, or answers. */
export const fromProcessSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready"), port: z.number() }),
  z.object({ type: z.literal("measure"), id: z.number() }),
  z.object({ type: z.literal("pong") }),
]);
export type FromProcess = z.infer<typeof fromProcessSchema>;

/** Messages to the process of the path engine, which checks none of them: zod would take a tenth of its memory. */
export type ToPathProcess =
  /** `start`: listen at this socket, for all processes. `serve`: answer only the sender, by messages. */
  | { type: "start"; databaseUrl: string; address: string }
  | { type: "serve"; databaseUrl: string; today: string }
  | { type: "ping" };

/** It reports that it listens, answers with the bytes that it has in memory, has a line for the log, or cannot go on. */
export const fromPathProcessSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("listening") }),
  z.object({ type: z.literal("pong"), bytes: z.number() }),
  z.object({ type: z.literal("debug"), text: z.string() }),
  z.object({ type: z.literal("failed"), reason: z.string() }),
]);
export type FromPathProcess = z.infer<typeof fromPathProcessSchema>;
