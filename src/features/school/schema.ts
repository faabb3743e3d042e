import { z } from "zod";

/** A school as suggestions and pages show it. */
export const schoolSchema = z.object({
  _id: z.string(),
  name: z.string(),
  country: z.string(),
  alpha_two_code: z.string(),
  /** Address of the school's mark; always set. */
  logo: z.string(),
});
export type SchoolView = z.infer<typeof schoolSchema>;

/** What clients report after a save: a school with its tally, and the school before. All ignored. */
export const reportedTallySchema = z.tuple([
  z.looseObject({ schoolTally: z.array(z.unknown()).max(100) }),
  z.string().max(400).nullish(),
]);

export const schoolDetailSchema = schoolSchema.extend({
  /** Company id → people of this school who worked there. */
  schoolTally: z.record(z.string(), z.number().int()),
});
