import { z } from "zod";
import { SUGGESTION_TYPES } from "./rules.ts";

export const suggestionSchema = z.object({
  type: z.enum(SUGGESTION_TYPES),
  text: z.string(),
  /** A trap: nobody sees this field, so that only a program fills it in. */
  website: z.string().optional(),
});
export type SuggestionInput = z.infer<typeof suggestionSchema>;
