import { z } from "zod";
import { PUBLIC_ID } from "#core/ids.ts";

export const newsletterSchema = z.object({ email: z.string().max(1_000) });
export const askedSchema = z.object({ data: z.object({ email: z.string() }) });

/** The body of a call from a mailed link. */
export const linkSchema = z.object({ token: z.string().max(200) });

export const subscribersQuerySchema = z.object({ cursor: z.string().regex(PUBLIC_ID).optional() });

const subscriberSchema = z
  .object({
    _id: z.string(),
    email: z.string(),
    /** UTC, `2026-11-15T12:00:00.000Z`. */
    askedAt: z.string(),
    /** When the mailed link was used, which is the consent. "" before; mails are sent only after it. */
    confirmedAt: z.string(),
  })
  .meta({ id: "Subscriber", description: "Somebody who asked for the newsletter" });

/** Newest first; `next` is the cursor of the following page, "" on the last. */
export const subscribersSchema = z.object({ subscribers: z.array(subscriberSchema), next: z.string() });
export type Subscribers = z.infer<typeof subscribersSchema>;
