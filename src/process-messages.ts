import { z } from "zod";

/** What the supervisor and its processes tell each other. Metrics beside it: prom-client's own messages. */

/** What a process has to know before it starts. */
export const startSchema = z.object({
  type: z.literal("start"),
  databaseUrl: z.string(),
  /** It does the background work, and looks for demo people and catalogues. */
  hasJobs: z.boolean(),
});

/** To a process: start, end because another one has taken your place, or what all of you measured together. */
export const toProcessSchema = z.discriminatedUnion("type", [
  startSchema,
  z.object({ type: z.literal("replaced") }),
  z.object({ type: z.literal("measured"), id: z.number(), text: z.string() }),
]);
export type ToProcess = z.infer<typeof toProcessSchema>;

/** From a process: it listens, or somebody asked it for the measures of all. */
export const fromProcessSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready"), port: z.number() }),
  z.object({ type: z.literal("measure"), id: z.number() }),
]);
export type FromProcess = z.infer<typeof fromProcessSchema>;
