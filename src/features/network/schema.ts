import { z } from "zod";

const text = z.string().max(4_000);

export const startQuerySchema = z.object({
  next: z.string().max(2_000).optional(),
  redirect: z.string().max(500).optional(),
});

/** Where to send the person, and the state that comes back with the code. */
export const startSchema = z.object({ url: z.string(), state: z.string() });

/** The answer of the network as it came back to the return address. */
export const returnQuerySchema = z.object({
  code: text.optional(),
  state: text.optional(),
  iss: text.optional(),
  error: text.optional(),
});
export type Returned = z.infer<typeof returnQuerySchema>;

export const userinfoSchema = z.object({
  /** Our one-time handle for GET /api/token; nothing of the network's. */
  token: z.string(),
  email: z.string(),
  given_name: z.string(),
  family_name: z.string(),
  locale: z.object({ country: z.string(), language: z.string() }),
  picture: z.string(),
  vanity_name: z.string(),
});
export type UserInfo = z.infer<typeof userinfoSchema>;

export const proofSchema = z.object({ password: z.string().max(1_000).optional() });
export const linkSchema = proofSchema.extend({ next: z.string().max(2_000).optional() });
export const claimSchema = z.object({ ticket: z.string().max(200) });

/** `linked`: the caller's account can be entered through the network. */
export const networkStateSchema = z.object({ name: z.string(), linked: z.boolean() });
