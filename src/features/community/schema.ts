import { z } from "zod";

/** null: fewer than 5. */
const fromFive = z.int().nullable();

export const communitySchema = z
  .object({
    /** Accounts. */
    people: z.int(),
    /** Saved pipelines that are not suspended. */
    pipelines: z.object({ public: z.int(), anonymous: fromFive, private: fromFive }),
    /** The last twelve weeks, the latest first. */
    signUps: z.array(z.object({ week: z.string(), people: fromFive })),
    /** Items that wait for an administrator. */
    waiting: z.object({
      companies: z.int(),
      suggestions: z.int(),
      reports: z.int(),
      /** In the mail queue, because no mail server is set. */
      mails: z.int(),
    }),
  })
  .meta({ id: "Community", description: "How many people and pipelines there are, and what waits" });
export type Community = z.infer<typeof communitySchema>;
