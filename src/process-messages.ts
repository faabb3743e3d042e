import { z } from "zod";

/** Messages between the supervisor and its processes. prom-client sends its own messages for metrics. */

/** What a process needs to know before it starts. */
export const startSchema = z.object({
  type: z.literal("start"),
  databaseUrl: z.string(),
  /** It does the background work, and looks for demo people and catalogues. */
  hasJobs: z.boolean(),
  /** Other processes answer meanwhile. So this one listens once it can answer questions about paths, too. */
  areOthersThere: z.boolean(),
});

/** Messages to a process: start; end, because another process has replaced you; the metrics of all processes. */
export const toProcessSchema = z.discriminatedUnion("type", [
  startSchema,
  z.object({ type: z.literal("replaced") }),
  z.object({ type: z.literal("measured"), id: z.number(), text: z.string() }),
]);
export type ToProcess = z.infer<typeof toProcessSchema>;

/** A process reports that it listens, or asks for the metrics of all processes. */
export const fromProcessSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready"), port: z.number() }),
  z.object({ type: z.literal("measure"), id: z.number() }),
]);
export type FromProcess = z.infer<typeof fromProcessSchema>;
