import { numberText } from "#core/number-text.ts";
import { z } from "zod";
import { PUBLIC_ID } from "#core/ids.ts";
import { MAX_ANSWER, MAX_QUOTE, MAX_WORDS, REASONS, SUBJECTS } from "./rules.ts";

/** Code points, as PostgreSQL counts. */
export const upTo = (most: number) =>
  z.string().refine((text) => [...text].length <= most, `At most ${numberText(most)} characters.`);

export const reportSchema = z.object({
  subject: z.enum(SUBJECTS),
  id: z.string().regex(PUBLIC_ID),
  reason: z.enum(REASONS),
  words: upTo(MAX_WORDS).optional(),
  quote: upTo(MAX_QUOTE).optional(),
  /** A trap: people do not see this field, so only programs fill it in. */
  website: z.string().optional(),
});
export type ReportInput = z.infer<typeof reportSchema>;

export const answerSchema = z.object({ token: z.string().max(200), text: upTo(MAX_ANSWER) });

export const countsSchema = z
  .object({
    quarters: z.array(
      z.object({
        quarter: z.string(),
        reasons: z.array(z.object({ reason: z.enum(REASONS), acts: z.int() })),
      }),
    ),
  })
  .meta({ id: "ModerationCounts", description: "What moderators did, by quarter and reason" });
export type ModerationCounts = z.infer<typeof countsSchema>;
