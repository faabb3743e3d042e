import { z } from "zod";

/** Results of each kind. */
export const MAX_HITS = 5;

const named = { _id: z.string(), name: z.string() };

export const quickSearchSchema = z
  .object({
    companies: z.array(z.object({ ...named, logo: z.string() })),
    schools: z.array(z.object({ ...named, country: z.string(), logo: z.string() })),
    people: z.array(z.object({ ...named, username: z.string() })),
    titles: z.array(z.object({ slug: z.string(), name: z.string() })),
  })
  .meta({ id: "QuickSearchResults", description: "At most five of each kind, best first" });

export type QuickSearchResults = z.infer<typeof quickSearchSchema>;
