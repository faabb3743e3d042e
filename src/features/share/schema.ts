import { z } from "zod";
import { SHARE_LEVELS } from "#core/share-level.ts";
import { profileSchema } from "#features/profile/schema.ts";

export const shareLinksSchema = z.array(
  z.object({
    level: z.enum(SHARE_LEVELS).describe("What the link shows"),
    path: z.string().describe("The link's path on this site"),
  }),
);
export type ShareLinks = z.infer<typeof shareLinksSchema>;

export const shareLinkInputSchema = z.object({
  level: z.enum(SHARE_LEVELS).describe("The level whose link is changed"),
  action: z
    .enum(["make", "renew", "off"])
    .describe("`make` leaves a link as it is; `renew` gives a new address, the old one ends; `off` ends it"),
});

export const sharedSchema = z.object({
  level: z.enum(SHARE_LEVELS).describe("How much the link shows"),
  profile: profileSchema.describe("The person with their pipeline, as the link shows them"),
});
