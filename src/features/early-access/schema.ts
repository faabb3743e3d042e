import { z } from "zod";
import { isEmail } from "#core/email.ts";
import { PUBLIC_ID } from "#core/ids.ts";
import { isPlainText } from "#core/text.ts";
import { MAX_ADDRESSES, MAX_INVITER, MAX_LABEL, MAX_USES } from "./rules.ts";

export const checkSchema = z.object({ code: z.string().max(200).nullish() });
export const checkedSchema = z.object({ code: z.string() });

export const newCodeSchema = z.object({
  label: z.string().trim().min(1).max(MAX_LABEL),
  maxUses: z.number().int().min(1).max(MAX_USES),
  /** `2027-01-31T00:00:00Z`. Without it, the code is valid until it is revoked. */
  expiresAt: z.iso.datetime({ offset: true }).optional(),
});
export type NewCode = z.infer<typeof newCodeSchema>;

export const inviteSchema = z.object({
  label: z.string().trim().min(1).max(MAX_LABEL),
  /** The name in the mail. Without it the mail names nobody. */
  inviter: z.string().trim().max(MAX_INVITER).refine(isPlainText, "One line of text.").optional(),
  emails: z
    .array(z.string().refine(isEmail, "This is not an e-mail address.").meta({ format: "email" }))
    .min(1)
    .max(MAX_ADDRESSES),
  expiresAt: newCodeSchema.shape.expiresAt,
});
export type Invite = z.infer<typeof inviteSchema>;

export const codeIdSchema = z.object({ id: z.string().regex(PUBLIC_ID) });
export const codesQuerySchema = z.object({ cursor: z.string().regex(PUBLIC_ID).optional() });

export const codeSchema = z
  .object({
    _id: z.string(),
    label: z.string(),
    uses: z.number().int(),
    maxUses: z.number().int(),
    joined: z.number().int(),
    addresses: z.number().int(),
    createdAt: z.string(),
    expiresAt: z.string(),
    state: z.enum(["active", "used-up", "expired", "revoked"]),
  })
  .meta({ id: "Code", description: "A code that lets people into the closed site" });
export type Code = z.infer<typeof codeSchema>;

/** `code` itself is in this answer and in no other: it is stored as an HMAC only. */
export const madeCodeSchema = codeSchema.extend({ code: z.string() });
export type MadeCode = z.infer<typeof madeCodeSchema>;

/** Newest first; `next` is the cursor of the following page, "" on the last. */
export const codesSchema = z.object({ codes: z.array(codeSchema), next: z.string() });
export type Codes = z.infer<typeof codesSchema>;

/** Addresses in alphabetical order. `next` is the cursor of the next page, "" on the last. */
export const addressesSchema = z
  .object({
    addresses: z.array(
      z.object({
        _id: z.string(),
        email: z.string(),
        state: z.enum(["queued", "sending", "sent", "failed", "cancelled", "outbox"]),
        lastError: z.string(),
      }),
    ),
    counts: z.object({
      waiting: z.int(),
      sent: z.int(),
      failed: z.int(),
      kept: z.int(),
      stopped: z.int(),
    }),
    next: z.string(),
  })
  .meta({ id: "InvitedAddresses", description: "Where a code was mailed to, and what became of each e-mail" });
export type AddressesPage = z.infer<typeof addressesSchema>;
