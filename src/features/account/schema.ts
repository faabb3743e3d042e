import { z } from "zod";

const text = z.string().max(1_000);

export const credentialsSchema = z.object({ email: text, password: text });
/** `{email}` alone is the network sign-in's form; without its proof it is refused like a wrong password. */
export const loginSchema = z.object({ email: text, password: text.optional() });
export const verifySchema = z.object({ email: text.nullish(), token: text.nullish() });

/** The session user: what a client keeps to show, no secret in it. */
export const userSchema = z.object({
  _id: z.string(),
  email: z.string(),
  profileId: z.string(),
  profileCreated: z.boolean(),
  username: z.string(),
});
export type User = z.infer<typeof userSchema>;

const secret = z.string().max(1_000);
/** The token out of a mailed link. */
export const linkSchema = z.object({ token: z.string().max(100) });
export const proofSchema = z.object({ password: secret });
export const passwordChangeSchema = z.object({
  password: secret.optional().describe("The present one, where the account has one"),
  newPassword: secret,
});
export const resetAskSchema = z.object({ email: text });
export const resetSchema = z.object({ token: z.string().max(100), password: secret });
export const emailChangeSchema = z.object({
  email: text,
  password: secret.optional().describe("Needed where the session's last proof is older than ten minutes"),
});
export const deletionSchema = z.object({
  password: secret.optional().describe("Needed where the session's last proof is older than ten minutes"),
});

/** What the settings show of an account. */
export const accountSchema = z.object({
  email: z.string(),
  isEmailVerified: z.boolean(),
  hasPassword: z.boolean(),
  createdOn: z.string().describe("e.g. 2026-11-15"),
  networks: z.number().int().describe("Network identities that sign in to it"),
  passkeys: z.number().int(),
  broadcasts: z.boolean().describe("Gets mails to all members"),
});
/** What of an account its owner switches. */
export const accountChangeSchema = z.object({ broadcasts: z.boolean() });
export type Account = z.infer<typeof accountSchema>;

export const sessionSchema = z.object({
  _id: z.string(),
  device: z.string().describe("e.g. Firefox on Linux"),
  kind: z.enum(["browser", "client"]),
  createdOn: z.string().describe("e.g. 2026-11-15"),
  lastUsed: z.string().describe("To the hour"),
  current: z.boolean(),
});
export type SessionView = z.infer<typeof sessionSchema>;
