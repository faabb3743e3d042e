import { z } from "zod";

const jobSchema = z.object({
  name: z.string(),
  waiting: z.int(),
  active: z.int(),
  /** Jobs that were given up, as long as the queue stores them. */
  dead: z.int(),
  /** Seconds since the oldest waiting one could have begun. */
  oldest: z.int(),
  /** When one was last finished, UTC; "" if the queue has none. */
  lastDone: z.string(),
});
export type JobState = z.infer<typeof jobSchema>;

export const overviewSchema = z
  .object({
    version: z.string(),
    database: z.object({
      kind: z.enum(["embedded", "other"]),
      version: z.string(),
      bytes: z.int(),
      /** Seconds between its clock and the program's. */
      skew: z.number(),
      /** The lag of the slowest standby; null without one. */
      lag: z.number().nullable(),
    }),
    disk: z.object({
      free: z.int(),
      size: z.int(),
      /** Nothing can be saved: this disk is full, or the database reports a full disk. */
      full: z.boolean(),
    }),
    backup: z.object({ hours: z.int(), lastMade: z.string(), bytes: z.int(), failure: z.string() }),
    batch: z.object({ minutes: z.int(), lastDone: z.string() }),
    mail: z.object({ hasServer: z.boolean(), waiting: z.int(), oldest: z.int(), dead: z.int() }),
    jobs: z.array(jobSchema),
    earlyAccess: z.boolean(),
    /** When an app first did background work on this database, UTC; "" where none did yet. */
    since: z.string(),
    troubles: z.array(z.object({ what: z.string(), todo: z.string() })),
  })
  .meta({ id: "Overview", description: "How the installation is" });
export type Overview = z.infer<typeof overviewSchema>;
export type InstallationState = Omit<Overview, "troubles">;
