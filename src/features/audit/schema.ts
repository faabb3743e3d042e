import { z } from "zod";
import { PUBLIC_ID } from "#core/ids.ts";

/** A slice, or one of its acts: "people", "people.suspend". */
const action = z
  .string()
  .max(60)
  .regex(/^[a-z-]+(?:\.[a-z-]+)?$/);

export const auditQuerySchema = z.object({ cursor: z.string().regex(PUBLIC_ID).optional(), action: action.optional() });

const auditEntrySchema = z
  .object({
    _id: z.string(),
    /** UTC, `2026-11-15T12:00:00.000Z`. */
    at: z.string(),
    actorKind: z.enum(["admin", "account", "command", "system"]),
    /** An administrator's id, or for an account an HMAC that leads to nobody, or "". */
    actor: z.string(),
    action: z.string(),
    target: z.string(),
    detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    /** The caller's network, /24 or /48; "" after 30 days. */
    origin: z.string(),
  })
  .meta({ id: "AuditEntry", description: "One thing that was done" });
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** Newest first; `next` is the cursor of the following page, "" on the last. */
export const auditPageSchema = z.object({ entries: z.array(auditEntrySchema), next: z.string() });
export type AuditPage = z.infer<typeof auditPageSchema>;
