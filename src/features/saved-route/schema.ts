import { z } from "zod";
import { MAX_ROUTE_QUERY } from "./rules.ts";

export const savedRouteInputSchema = z.object({
  query: z.string().min(1).max(MAX_ROUTE_QUERY).describe("The route as the address of /search has it"),
  saved: z.enum(["yes", "no"]).optional().describe("`no` forgets it; `yes` without it"),
});
export const savedRoutesSchema = z.array(
  z.object({
    query: z.string(),
    words: z.string().describe("The route in words"),
  }),
);
export type SavedRoute = z.infer<typeof savedRoutesSchema>[number];
