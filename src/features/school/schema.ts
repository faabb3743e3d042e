import { z } from "zod";
import { flowRowSchema, neighbourSchema } from "#features/company/schema.ts";

export const schoolSchema = z
  .object({
    _id: z.string(),
    name: z.string(),
    country: z.string(),
    alpha_two_code: z.string(),
    /** Address of the school's mark; always set. */
    logo: z.string(),
    isSure: z
      .boolean()
      .optional()
      .describe(
        "In a look-up: true if the text names this school and no other, so that it can be chosen without asking",
      ),
  })
  .meta({ id: "School", description: "A listed school" });
export type SchoolView = z.infer<typeof schoolSchema>;

/** What older clients report after a save: a school with its counts, and the school before. It is ignored. */
export const reportedSchoolSchema = z.tuple([
  z.looseObject({ schoolTally: z.array(z.unknown()).max(100) }),
  z.string().max(400).nullish(),
]);

export const schoolDetailSchema = schoolSchema
  .extend({
    people: z.number().int().describe("People of this school"),
    common: z.array(neighbourSchema).describe("Most Common Companies: the three at which most of them worked"),
    firstStops: z.array(flowRowSchema).describe("Where their pipelines began; empty below 5 people"),
    /** Company id → people of this school who worked there, from MIN_PEOPLE on. */
    schoolTally: z.record(z.string(), z.number().int()),
  })
  .meta({ id: "SchoolDetail", description: "A listed school with the companies of its people" });
export type SchoolDetail = z.infer<typeof schoolDetailSchema>;
