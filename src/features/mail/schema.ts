import { z } from "zod";
import { MAX_SUBJECT } from "./rules.ts";

export const emailSchema = z.object({
  subject: z.string(),
  paragraphs: z.array(z.string()),
  items: z.array(z.object({ text: z.string(), href: z.string() })).optional(),
  action: z.object({ label: z.string(), href: z.string() }).optional(),
  notes: z.array(z.string()).optional(),
});

const words = {
  subject: z.string().meta({ description: `One line, at most ${MAX_SUBJECT} characters.` }),
  body: z.string().meta({ description: "HTML; POST /api/email/preview describes what it may contain." }),
};

export const previewInputSchema = z.object(words);
export const broadcastInputSchema = z.object({
  ...words,
  testEmail: z.string().optional().meta({ description: "Where a test goes; used only with `test=true`." }),
  confirmRecipients: z.int().min(0).optional().meta({
    description: "How many recipients the sender was shown; if there are more or fewer by now, the call is refused.",
  }),
});
export type BroadcastInput = z.infer<typeof broadcastInputSchema>;

const flag = z.enum(["true", "false"]).optional();
export const audienceQuerySchema = z.object({ earlyAccess: flag });
export const sendQuerySchema = z.object({ test: flag, earlyAccess: flag });

export const previewSchema = z
  .object({
    html: z.string().meta({ description: "The whole e-mail. Show it in a frame without scripts (`sandbox`)." }),
    text: z.string(),
  })
  .meta({ id: "MailPreview", description: "An e-mail as people will get it" });
export type MailPreview = z.infer<typeof previewSchema>;

export const jobSchema = z
  .object({ message: z.string(), jobId: z.string() })
  .meta({ description: "An accepted broadcast", id: "MailJob" });

export const audienceSchema = z.object({ recipients: z.int() });

export const broadcastSchema = z
  .object({
    jobId: z.string(),
    audience: z.enum(["all", "early-access", "test"]),
    subject: z.string(),
    createdAt: z.string(),
    state: z.enum(["queued", "sending", "done", "cancelled"]),
    recipients: z.int().meta({ description: "Counted when it was sent; exact once all recipients are stored." }),
    queued: z.int().meta({ description: "Waiting, or tried without success so far." }),
    sent: z.int(),
    failed: z.int(),
    cancelled: z.int(),
    outbox: z.int().meta({ description: "Kept in the mail queue, because no mail server is configured." }),
    inDoubt: z.int().meta({
      description: "How many of all these may have arrived twice, because the mail server's answer was lost.",
    }),
  })
  .meta({ id: "Broadcast", description: "An e-mail to many people, and how far it is" });
export type BroadcastView = z.infer<typeof broadcastSchema>;

export const mailItemSchema = z
  .object({
    id: z.string(),
    kind: z.string(),
    recipient: z.string().meta({ description: "Empty where a mail server is set." }),
    subject: z.string().meta({ description: "Empty where a mail server is set, and once the e-mail was sent." }),
    state: z.enum(["queued", "sending", "sent", "failed", "cancelled", "outbox"]),
    attempts: z.int(),
    inDoubt: z.int(),
    lastError: z.string(),
    createdAt: z.string(),
    sentAt: z.string().meta({ description: "Empty if it was not sent." }),
  })
  .meta({ id: "MailQueueItem", description: "One e-mail to one person" });
export type MailItem = z.infer<typeof mailItemSchema>;

export const queuedEmailSchema = z
  .object({
    id: z.string(),
    kind: z.string(),
    recipient: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    createdAt: z.string(),
  })
  .meta({ id: "QueuedEmail", description: "An e-mail that waits because no mail server is set" });
export type QueuedEmail = z.infer<typeof queuedEmailSchema>;
