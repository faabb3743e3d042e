import { z } from "zod";
import { profileSchema } from "#features/profile/schema.ts";

const instant = z.string().describe("e.g. 2026-11-15T12:00:00.000Z");
/** '' where it has not happened. */
const maybeInstant = z.string();

/** Everything that is held of a person, as they get it. */
export const exportSchema = z.object({
  exportedAt: instant,
  account: z.object({
    email: z.string(),
    emailVerifiedAt: maybeInstant,
    createdOn: z.string(),
    hasPassword: z.boolean(),
    earlyAccess: z.boolean(),
    broadcasts: z.boolean().describe("Gets letters to everybody"),
  }),
  sessions: z.array(
    z.object({
      _id: z.string(),
      kind: z.enum(["browser", "client"]),
      device: z.string(),
      createdAt: instant,
      usedAt: instant,
      provenAt: maybeInstant,
      expiresAt: instant,
      endedAt: maybeInstant,
    }),
  ),
  links: z.array(z.object({ purpose: z.string(), email: z.string(), createdAt: instant, expiresAt: instant })),
  passkeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      transports: z.array(z.string()),
      publicKey: z.string().describe("base64"),
      counter: z.number(),
      createdAt: instant,
      usedAt: maybeInstant,
    }),
  ),
  networks: z.array(z.object({ issuer: z.string(), subject: z.string(), createdAt: instant })),
  profile: profileSchema,
  counted: z
    .array(
      z.object({
        what: z.enum(["employees", "interns", "move", "school", "alumni", "rating"]),
        part: z.enum(["visible", "hidden", "demo"]).describe("Whose numbers it is counted with"),
        school: z.string(),
        company: z.string(),
        nextCompany: z.string().describe("Where a move led"),
        rating: z.number().int().describe("0 = none"),
        waitingSince: maybeInstant.describe("'' once it is counted"),
        leftAt: maybeInstant.describe("When it was seen gone; forgotten a day later"),
      }),
    )
    .describe("Numbers you are counted in without being seen, and ratings as they were counted"),
  usernamesKept: z.number().int().describe("Names that are kept for this person, as fingerprints only"),
  picture: z.string().describe("WebP as base64, '' without one"),
  mails: z.array(
    z.object({
      kind: z.string(),
      recipient: z.string(),
      state: z.string().describe("e.g. sent"),
      createdAt: instant,
      sentAt: maybeInstant,
    }),
  ),
  newsletter: z.array(z.object({ email: z.string(), askedAt: instant, confirmedAt: maybeInstant })),
  log: z.array(
    z.object({
      at: instant,
      action: z.string(),
      by: z.enum(["you", "administrator", "site"]),
      origin: z.string().describe("The network it came from, '' where it is not yours"),
    }),
  ),
});
export type AccountExport = z.infer<typeof exportSchema>;
