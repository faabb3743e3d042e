import { z } from "zod";

const text = z.string().max(4_000);

export const startQuerySchema = z.object({
  next: z.string().max(2_000).optional(),
  redirect: z.string().max(500).optional(),
});

export const startSchema = z
  .object({ url: z.string(), state: z.string() })
  .meta({ id: "NetworkStart", description: "Where to go to sign in through the network" });

export const returnQuerySchema = z.object({
  code: text.optional(),
  state: text.optional(),
  iss: text.optional(),
  error: text.optional(),
});
export type Returned = z.infer<typeof returnQuerySchema>;

export const userinfoSchema = z
  .object({
    /** Our one-time handle for GET /api/token; nothing of the network's. */
    token: z.string(),
    email: z.string(),
    given_name: z.string(),
    family_name: z.string(),
    locale: z.object({ country: z.string(), language: z.string() }),
    picture: z.string(),
    vanity_name: z.string(),
  })
  .meta({ id: "NetworkUser", description: "Who the network says it is; empty where it does not say" });
export type UserInfo = z.infer<typeof userinfoSchema>;

export const proofSchema = z.object({ password: z.string().max(1_000).optional() });
export const linkSchema = proofSchema.extend({ next: z.string().max(2_000).optional() });
export const claimSchema = z.object({
  ticket: z.string().max(200),
  password: z
    .string()
    .max(1_000)
    .optional()
    .describe("Of the account that has the e-mail; without it an empty account begins"),
});

/** `linked`: the caller's account can be entered through the network. */
export const networkStateSchema = z
  .object({ name: z.string(), linked: z.boolean() })
  .meta({ id: "NetworkState", description: "The network of this site" });
