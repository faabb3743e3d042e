import { z } from "zod";
import { MAX_ACCESS_TOKEN_DAYS, MAX_ACCESS_TOKEN_NAME, SCOPES } from "./rules.ts";

/** Data that clients store to show who is signed in. It contains no secret. */
export const userSchema = z
  .object({
    _id: z.string(),
    email: z.string(),
    profileId: z.string(),
    profileCreated: z.boolean(),
    username: z.string(),
  })
  .meta({ id: "User", description: "The signed-in person, to be shown; no secret in it" });
export type User = z.infer<typeof userSchema>;

const text = z.string().max(1_000).nullish();
export const verifySchema = z.object({ email: text, token: text });

export const confirmSchema = z.object({ password: z.string().max(1_000) });

export const sessionSchema = z
  .object({
    _id: z.string(),
    device: z.string().describe("e.g. Firefox on Linux"),
    kind: z.enum(["browser", "client"]),
    createdOn: z.string().describe("e.g. 2026-11-15"),
    lastUsed: z.string().describe("To the hour"),
    current: z.boolean(),
  })
  .meta({ id: "Session", description: "One place where the caller is signed in" });
export type SessionView = z.infer<typeof sessionSchema>;

const scope = z
  .enum(SCOPES)
  .describe("read: what is public, and one's own profile; write: also changes one's own profile");

export const accessTokenInputSchema = z.object({
  name: z.string().trim().min(1).max(MAX_ACCESS_TOKEN_NAME),
  scope,
  days: z.number().int().min(1).max(MAX_ACCESS_TOKEN_DAYS).describe("After so many days it ends"),
});
export type AccessTokenInput = z.infer<typeof accessTokenInputSchema>;

export const accessTokenSchema = z.object({
  _id: z.string(),
  name: z.string().describe("As its owner called it"),
  scope,
  createdOn: z.string().describe("e.g. 2026-11-15"),
  expiresOn: z.string().describe("The day on which it ends"),
  lastUsed: z.string().describe("To the hour; '' until it is used"),
});
export type AccessTokenView = z.infer<typeof accessTokenSchema>;

export const newAccessTokenSchema = accessTokenSchema.extend({
  token: z.string().describe("Shown this once; we keep its SHA-256 alone"),
});
export type NewAccessToken = z.infer<typeof newAccessTokenSchema>;
