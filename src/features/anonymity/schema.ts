import { z } from "zod";
import { isCalendarDate } from "#core/calendar.ts";
import { MAX_COMPANY_NAME, MAX_STOPS, MAX_TITLE } from "#features/pipeline/check.ts";
import { SHARING_STEPS, MAX_OWN_TITLES } from "./rules.ts";

/** What somebody could know about the person of a draft. Nothing of it is stored. */
export const anonymityFormSchema = z
  .object({
    stops: z
      .array(
        z.object({
          /** '' = a company that was typed and not chosen. */
          companyId: z.string().max(80),
          companyName: z.string().max(MAX_COMPANY_NAME).optional().describe("Looked at where `companyId` is empty"),
          startDate: z.string().refine(isCalendarDate, "This is not a date."),
          datePrecision: z
            .enum(["day", "month", "year"])
            .optional()
            .describe("How much of `startDate` is known; a month"),
          undisclosed: z.boolean(),
        }),
      )
      .max(MAX_STOPS),
    titles: z
      .array(z.string().max(MAX_TITLE))
      .max(MAX_OWN_TITLES)
      .optional()
      .describe("Titles that others read as written, where `ownTitles` is chosen; the catalogue's are not looked at"),
    /** Id of a listed school, '' = none shown. */
    school: z.string().max(200),
    showMonths: z.boolean(),
  })
  .meta({ id: "AnonymityForm", description: "What somebody could know of a pipeline; nothing of it is kept" });
export type AnonymityForm = z.infer<typeof anonymityFormSchema>;

export const anonymitySchema = z
  .object({
    crowd: z.enum(SHARING_STEPS).describe("Anonymous people who share any two of these things, at the worst two"),
    worst: z
      .number()
      .int()
      .describe(
        "Place in `stops` of what is best hidden next; their number = the school; one more = the titles; -1 = nothing",
      ),
    cured: z.enum(SHARING_STEPS).describe("The same once that one is hidden"),
    best: z
      .enum(SHARING_STEPS)
      .describe("The same once every company, the school and own titles are hidden; nothing does better"),
    isTrial: z
      .boolean()
      .describe(
        "Fewer than 20 real people are anonymous here yet: demo people were counted to show how it works, and are no cover",
      ),
  })
  .meta({ id: "Anonymity", description: "How many others an anonymous pipeline could be" });
export type AnonymityAnswer = z.infer<typeof anonymitySchema>;
