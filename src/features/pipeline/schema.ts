import { z } from "zod";
import { ROLE_KINDS } from "#core/role-kind.ts";
import { mapTexts } from "#core/role-texts.ts";
import { MAX_ROLES, MESSAGES } from "./check.ts";
import { FAMILIES, LEVELS } from "#features/title/schema.ts";

export const PHASES = ["past", "current", "incoming"] as const;
export type Phase = (typeof PHASES)[number];

/**
 * A dated role inside an experience, as shown. `position` is its place among all roles of the pipeline by their real
 * start, which dates cut to years do not show.
 */
const roleSchema = z
  .object({
    title: z.string(),
    kind: z.enum(ROLE_KINDS),
    /** From the title. Routes and titles are counted by family and level. */
    family: z.enum(FAMILIES),
    level: z.enum(LEVELS),
    startDate: z.string(),
    endDate: z.string(),
    isIndefinite: z.boolean(),
    datePrecision: z.enum(["year", "month", "day"]),
    phase: z.enum(PHASES),
    position: z.number().int(),
    /** 20..100, 0 = none. Only in the owner's own view. */
    rating: z.number().int().optional(),
    /** Absent where none is given, or the reader may not see it. */
    ...mapTexts(() => z.string().optional()),
  })
  .meta({ id: "Role", description: "One dated role inside an experience, as the reader may see it" });
export type RoleView = z.infer<typeof roleSchema>;

/** One stop of a pipeline: a company and the roles held there. */
export const experienceSchema = z
  .object({
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
    /** The latest role's rating; 0 = none. Only in the owner's view. */
    rating: z.number().int().optional(),
    /** True if others get 'Undisclosed company', and the stop's own id in place of the company's. */
    undisclosed: z.boolean().optional(),
    roles: z.array(roleSchema),
  })
  .meta({ id: "Experience", description: "One stop of a pipeline: a company and the roles held there" });
export type StopView = z.infer<typeof experienceSchema>;

/** A role with its stop and company, as the reader may see them: `_id`, `companyId` and `displayName` of the stop. */
export type SeenRole = { stop: string; company: string; companyName: string; role: RoleView };

const WIRE_TEXT = z.string().max(400);

/** The name is ignored if the id is known, so its length is not an error then. A body has at most 64 KB. */
const COMPANY_NAME = z.string();

/** A role as sent. Loose on purpose: checkPipeline reports mistakes in the product's own sentences. */
const roleInputSchema = z
  .object({
    title: WIRE_TEXT,
    kind: z.enum(ROLE_KINDS).optional(),
    startDate: WIRE_TEXT,
    endDate: WIRE_TEXT.nullish(),
    isIndefinite: z.boolean().optional(),
    datePrecision: z.enum(["year", "month", "day"]).optional(),
    rating: z.number().nullish(),
    ...mapTexts(() => WIRE_TEXT.nullish()),
  })
  .meta({ id: "RoleInput", description: "A role as a client sends it" });

/** An experience as a client sends it; unknown fields (logos, names of ours) are dropped. */
export const experienceInputSchema = z
  .object({
    tempId2: z.union([z.number(), WIRE_TEXT]).optional(),
    _id: WIRE_TEXT.optional(),
    companyId: WIRE_TEXT.nullish(),
    companyName: COMPANY_NAME.nullish(),
    displayName: COMPANY_NAME.nullish(),
    name: COMPANY_NAME.nullish(),
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
    roles: z.array(roleInputSchema).max(MAX_ROLES, MESSAGES.tooManyRoles).optional(),
  })
  .meta({
    id: "ExperienceInput",
    description: "A stop as a client sends it. Other fields, such as those of an answer, are dropped",
  });
export type ExperienceInput = z.infer<typeof experienceInputSchema>;
