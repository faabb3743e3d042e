import { z } from "zod";
import { PUBLIC_ID } from "#core/ids.ts";
import { SUGGESTION_TYPES } from "./rules.ts";

export const suggestionSchema = z.object({
  type: z.enum(SUGGESTION_TYPES),
  text: z.string(),
  /** A trap: nobody sees this field, so that only a program fills it in. */
  website: z.string().optional(),
});
export type SuggestionInput = z.infer<typeof suggestionSchema>;

export const inboxQuerySchema = z.object({
  state: z.enum(["open", "done"]).optional(),
  cursor: z.string().regex(PUBLIC_ID).optional(),
});

export const suggestionIdSchema = z.object({ id: z.string().regex(PUBLIC_ID) });
export const suggestionPatchSchema = z.object({ done: z.boolean() });

export const storedSuggestionSchema = z
  .object({
    _id: z.string(),
    type: z.enum(SUGGESTION_TYPES),
    text: z.string(),
    /** UTC, `2026-11-15T12:00:00.000Z`. */
    createdAt: z.string(),
    state: z.enum(["open", "done"]),
    forwarded: z.boolean(),
  })
  .meta({ id: "Suggestion", description: "A suggestion that somebody sent" });
export type StoredSuggestion = z.infer<typeof storedSuggestionSchema>;

/** Newest first; `next` is the cursor of the following page, "" on the last. */
export const inboxSchema = z.object({ suggestions: z.array(storedSuggestionSchema), next: z.string() });
export type Inbox = z.infer<typeof inboxSchema>;
