import { z } from "zod";

const text = z.string().max(1_000);
const token = z.string().max(100);
const provenOr = text.optional().describe("Needed if the session's last proof is older than ten minutes");

export const credentialsSchema = z.object({ email: text, password: text });
/** The network sign-in sends only `{email}`. Without its proof this is refused like a wrong password. */
export const loginSchema = z.object({
  email: text,
  password: text.optional(),
  work: z.string().max(50).optional().describe("The answer to the puzzle of a 429, see there"),
});

export const workSchema = z.object({ challenge: z.string(), bits: z.number().int() });

export const linkSchema = z.object({ token });
export const proofSchema = z.object({ password: provenOr });
export const passwordChangeSchema = z.object({
  password: text.optional().describe("The present one, if the account has one"),
  newPassword: text,
});
export const resetAskSchema = z.object({ email: text });
export const resetSchema = z.object({ token, password: text });
export const emailChangeSchema = z.object({ email: text, password: provenOr });

export const accountSchema = z
  .object({
    email: z.string(),
    isEmailVerified: z.boolean(),
    hasPassword: z.boolean(),
    createdOn: z.string().describe("e.g. 2026-11-15"),
    networks: z.number().int().describe("Network identities that sign in to it"),
    passkeys: z.number().int(),
    broadcasts: z.boolean().describe("Gets e-mails to all members"),
  })
  .meta({ id: "Account", description: "The caller's account" });
export const accountChangeSchema = z.object({ broadcasts: z.boolean() });
export type Account = z.infer<typeof accountSchema>;
