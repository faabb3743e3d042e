import { z } from "zod";
import { isCalendarDate } from "#core/calendar.ts";
import { MAX_NAME } from "#features/pipeline/check.ts";
import { MAX_ENTRIES } from "#features/pipeline/rules.ts";
import { CROWDS } from "./rules.ts";

/** What somebody who knows a draft's person could know; nothing of it is kept. */
export const meterFormSchema = z.object({
  stops: z
    .array(
      z.object({
        /** '' = a company that was typed and not chosen. */
        companyId: z.string().max(80),
        companyName: z.string().max(MAX_NAME).optional().describe("Looked at where `companyId` is empty"),
        startDate: z.string().refine(isCalendarDate, "This is no date."),
        datePrecision: z
          .enum(["day", "month", "year"])
          .optional()
          .describe("How much of `startDate` is known; a month"),
        undisclosed: z.boolean(),
      }),
    )
    .max(MAX_ENTRIES),
  /** Id of a listed school, '' = none shown. */
  school: z.string().max(200),
  showMonths: z.boolean(),
});
export type MeterForm = z.infer<typeof meterFormSchema>;

export const meterSchema = z.object({
  crowd: z.enum(CROWDS).describe("Anonymous people who share any two of these things, at the worst two"),
  worst: z
    .number()
    .int()
    .describe("Place in `stops` of what is best kept back next; their number = the school; -1 = nothing"),
  cured: z.enum(CROWDS).describe("The crowd once that one is kept back"),
  best: z.enum(CROWDS).describe("The crowd once every company and the school are kept back; nothing does better"),
  isTrial: z
    .boolean()
    .describe(
      "Fewer than 20 real people are anonymous here yet: demo people were counted to show how it works, and are no cover",
    ),
});
export type MeterAnswer = z.infer<typeof meterSchema>;
