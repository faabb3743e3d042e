import { z } from "zod";

/** Hits of each kind at most. */
export const MAX_HITS = 5;

const named = { _id: z.string(), name: z.string() };

export const jumpSchema = z.object({
  companies: z.array(z.object({ ...named, logo: z.string() })),
  schools: z.array(z.object({ ...named, country: z.string(), logo: z.string() })),
  people: z.array(z.object({ ...named, username: z.string() })),
});

export type JumpHits = z.infer<typeof jumpSchema>;
