import { z } from "zod";

/** What a role was. `intern` and `co-op` count as internships everywhere. */
export const ROLE_KINDS = [
  "intern",
  "co-op",
  "part-time",
  "full-time",
  "contract",
  "founder",
  "research",
  "other",
] as const;
export type RoleKind = (typeof ROLE_KINDS)[number];

export const RATINGS = [20, 40, 60, 80, 100] as const;

export const PHASES = ["past", "current", "incoming"] as const;
export type Phase = (typeof PHASES)[number];

/**
 * One dated role inside an experience, as it is shown.
 * `position` is its place among all roles of the pipeline in true order of
 * start, which dates masked to years no longer tell.
 */
export const roleSchema = z.object({
  title: z.string(),
  kind: z.enum(ROLE_KINDS),
  startDate: z.string(),
  endDate: z.string(),
  isIndefinite: z.boolean(),
  datePrecision: z.enum(["year", "month", "day"]),
  phase: z.enum(PHASES),
  position: z.number().int(),
  /** 20..100, 0 = none. Only in the owner's own view. */
  rating: z.number().int().optional(),
});
export type RoleView = z.infer<typeof roleSchema>;

/** One entry of a pipeline: a company and the roles held there. */
export const experienceSchema = z.object({
  _id: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  displayName: z.string(),
  logo: z.string(),
  title: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  isIndefinite: z.boolean(),
  datePrecision: z.enum(["year", "month", "day"]),
  /** Of the latest role; 0 = none. Only in the owner's own view. */
  rating: z.number().int().optional(),
  /** True where the person keeps the company back: others get 'Undisclosed company' and the entry's own id in its place. */
  undisclosed: z.boolean().optional(),
  roles: z.array(roleSchema),
});
export type ExperienceView = z.infer<typeof experienceSchema>;

const WIRE_TEXT = z.string().max(400);

/** A role as a client sends it. Loose on purpose: checkPipeline says what is wrong, in the sentences of the product. */
export const roleInputSchema = z.object({
  title: WIRE_TEXT,
  kind: z.enum(ROLE_KINDS).optional(),
  startDate: WIRE_TEXT,
  endDate: WIRE_TEXT.nullish(),
  isIndefinite: z.boolean().optional(),
  datePrecision: z.enum(["year", "month", "day"]).optional(),
  rating: z.number().nullish(),
});

/** An experience as a client sends it; unknown fields (logos, names of ours) are dropped. */
export const experienceInputSchema = z.object({
  tempId2: z.union([z.number(), WIRE_TEXT]).optional(),
  _id: WIRE_TEXT.optional(),
  companyId: WIRE_TEXT.nullish(),
  companyName: WIRE_TEXT.nullish(),
  displayName: WIRE_TEXT.nullish(),
  name: WIRE_TEXT.nullish(),
  title: WIRE_TEXT,
  startDate: WIRE_TEXT.nullish(),
  endDate: WIRE_TEXT.nullish(),
  isIndefinite: z.boolean().optional(),
  indefinite: z.boolean().optional(),
  rating: z.number().nullish(),
  kind: z.enum(ROLE_KINDS).optional(),
  datePrecision: z.enum(["year", "month", "day"]).optional(),
  /** Absent: as it was for this company, else false. */
  undisclosed: z.boolean().optional(),
  roles: z.array(roleInputSchema).max(20).optional(),
});
export type ExperienceInput = z.infer<typeof experienceInputSchema>;
