import { z } from "zod";
import { PUBLIC_ID } from "#core/ids.ts";
import { MAX_LABEL, MAX_USES } from "./rules.ts";

export const checkSchema = z.object({ code: z.string().max(200).nullish() });
export const checkedSchema = z.object({ code: z.string() });

export const newCodeSchema = z.object({
  label: z.string().trim().min(1).max(MAX_LABEL),
  maxUses: z.number().int().min(1).max(MAX_USES),
  /** `2027-01-31T00:00:00Z`; without it the code holds until it is revoked. */
  expiresAt: z.iso.datetime({ offset: true }).optional(),
});
export type NewCode = z.infer<typeof newCodeSchema>;

export const codeIdSchema = z.object({ id: z.string().regex(PUBLIC_ID) });
export const codesQuerySchema = z.object({ cursor: z.string().regex(PUBLIC_ID).optional() });

export const codeSchema = z
  .object({
    _id: z.string(),
    label: z.string(),
    uses: z.number().int(),
    maxUses: z.number().int(),
    createdAt: z.string(),
    expiresAt: z.string(),
    state: z.enum(["active", "used-up", "expired", "revoked"]),
  })
  .meta({ id: "Code", description: "A code that lets people into the closed site" });
export type Code = z.infer<typeof codeSchema>;

/** `code` itself is in this answer and in no other: it is stored as an HMAC only. */
export const madeCodeSchema = codeSchema.extend({ code: z.string() });

/** Newest first; `next` is the cursor of the following page, "" on the last. */
export const codesSchema = z.object({ codes: z.array(codeSchema), next: z.string() });
export type Codes = z.infer<typeof codesSchema>;
