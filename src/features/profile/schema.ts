import { z } from "zod";
import { experienceInputSchema, experienceSchema, type SeenRole } from "#features/pipeline/schema.ts";

export const VISIBILITIES = ["public", "anonymous", "private"] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** A profile on the wire. Only toPublicProfile and toOwnProfile (pure/projection.ts) make one. */
export const profileSchema = z
  .object({
    _id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    username: z.string(),
    linkedin: z.string(),
    location: z.string(),
    pfp: z.string(),
    anonymous: z.boolean(),
    visibility: z.enum(VISIBILITIES),
    created: z.boolean(),
    /** Id of a listed school, or the school's name as typed, or ''. */
    school: z.string(),
    schoolName: z.string(),
    schoolCountry: z.string(),
    /** ISO 3166 alpha-2 code of a listed school's country, else ''. */
    schoolCountryCode: z.string(),
    /** Address of the school's mark, '' without a school. */
    schoolLogo: z.string(),
    /** 'Currently {title} at {company}', 'Incoming …', 'Previously …' or ''. */
    headline: z.string(),
    datePrecision: z.enum(["year", "month"]),
    /** Others see months although the profile is anonymous. Only in the owner's own view. */
    showMonths: z.boolean().optional(),
    /** Others see titles as written although the profile is anonymous. Only in the owner's own view. */
    ownTitles: z.boolean().optional(),
    /** Others do not see the school. Only in the owner's own view. */
    hideSchool: z.boolean().optional(),
    /** Revision to send back with a save; only in the owner's own view. */
    rev: z.number().int().optional(),
    pipeline: z.array(experienceSchema),
  })
  .meta({
    id: "Profile",
    description: "A person with their pipeline, as the reader may see them; ratings and exact dates only for the owner",
  });
/** What everybody may see of a person. The brand keeps other data out of cards and pages. */
export type PublicProfile = z.infer<typeof profileSchema> & { readonly __public: true };
/** What everybody may see of a person's way from role to role, without their name: all that the path engine reads. */
export type PublicLine = Pick<PublicProfile, "_id" | "anonymous" | "school" | "schoolName" | "schoolCountryCode"> & {
  /** In the order of time. */
  readonly roles: readonly SeenRole[];
  readonly __public: true;
};
/** What owners see of their own profile. */
export type OwnProfile = z.infer<typeof profileSchema>;

const WIRE_TEXT = z.string().max(400);

/** Any part of a profile, as PATCH takes it. Unknown fields are dropped, never stored. */
export const profilePatchSchema = z
  .object({
    firstName: WIRE_TEXT.optional(),
    lastName: WIRE_TEXT.optional(),
    school: WIRE_TEXT.optional(),
    anonymous: z.boolean().optional(),
    visibility: z
      .enum(VISIBILITIES)
      .optional()
      .describe("Goes before `anonymous`. Each switch gives the profile, its stops and its picture new ids"),
    showMonths: z.boolean().optional().describe("Anonymous people's dates to the month instead of the year"),
    ownTitles: z
      .boolean()
      .optional()
      .describe("While anonymous: others read titles as written, not as the catalogue's of the same level and family"),
    hideSchool: z
      .boolean()
      .optional()
      .describe("Nobody else sees the school; it lists nobody, and counts in batches as private people do"),
    pipeline: z.array(experienceInputSchema).max(60).optional(),
    created: z.boolean().optional(),
    username: WIRE_TEXT.optional(),
    linkedin: WIRE_TEXT.optional(),
    location: WIRE_TEXT.optional(),
    /** Only the address in the ticket of a network sign-in is looked at, and those are long. */
    pfp: z.string().max(2_000).optional(),
    rev: z.number().int().optional(),
  })
  .meta({ id: "ProfilePatch", description: "Any part of the own profile; what is left out stays as it is" });
export type ProfilePatch = z.infer<typeof profilePatchSchema>;
