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
