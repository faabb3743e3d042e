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

export const schoolDetailSchema = schoolSchema.extend({
  /** Company id → people of this school who worked there. */
  schoolTally: z.record(z.string(), z.number().int()),
});
