import { z } from "zod";
import { FOLLOW_KINDS } from "#core/follow-kind.ts";
import { ANSWERS } from "#features/stats/pure/answers.ts";
import { shareLinksSchema } from "#features/share/schema.ts";
import { profileSchema } from "#features/profile/schema.ts";

const instant = z.string().describe("e.g. 2026-11-15T12:00:00.000Z");
/** '' if it has not happened. */
const maybeInstant = z.string();

/** All data we store about a person, as the export gives it. */
export const exportSchema = z
  .object({
    exportedAt: instant,
    account: z.object({
      email: z.string(),
      emailVerifiedAt: maybeInstant,
      createdOn: z.string(),
      hasPassword: z.boolean(),
      earlyAccess: z.boolean(),
      broadcasts: z.boolean().describe("Gets e-mails to everybody"),
    }),
    sessions: z.array(
      z.object({
        _id: z.string(),
        kind: z.enum(["browser", "client", "access-token"]),
        device: z.string().describe("Of an access token its name"),
        scope: z.string().describe("What an access token may do; '' for a session"),
        createdAt: instant,
        usedAt: maybeInstant,
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
    savedRoutes: z
      .array(z.object({ query: z.string(), createdAt: instant }))
      .describe("Routes that were kept, as the query of their address"),
    follows: z
      .array(
        z.object({
          kind: z.enum(FOLLOW_KINDS).describe("What is followed"),
          id: z.string().describe("Its id, slug, or the query of a route"),
          createdAt: instant,
        }),
      )
      .describe("Companies, schools, titles and routes that are followed"),
    weeklyLetter: z.object({ askedAt: maybeInstant }).describe("When the weekly e-mail was asked for; '' if not"),
    shareLinks: shareLinksSchema.describe("Addresses under which the pipeline is shared"),
    networks: z.array(z.object({ issuer: z.string(), subject: z.string(), createdAt: instant })),
    profile: profileSchema,
    counted: z
      .array(
        z.object({
          what: z
            .enum(["employees", "interns", "move", "school", "alumni", "rating", ...ANSWERS])
            .describe("face-: how you rate the company; came-, left-: beside your stop before it, or after it"),
          part: z.enum(["visible", "hidden", "demo"]).describe("Whose numbers it is counted with"),
          school: z.string(),
          company: z.string(),
          nextCompany: z.string().describe("Where a move led"),
          rating: z.number().int().describe("0 = none"),
          waitingSince: maybeInstant.describe("Always '': it would show when others who are hidden change"),
          leftAt: maybeInstant.describe("Always '', for the same reason"),
        }),
      )
      .describe(
        "Numbers you are counted in without being seen or wait to be, and your ratings in them. None at a company that only you may know of: its numbers are never published",
      ),
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
  })
  .meta({ id: "AccountExport", description: "All data that the site stores about the caller" });
export type AccountExport = z.infer<typeof exportSchema>;
