import type { OutgoingMail } from "#external/mail.ts";
import { unsubscribeToken } from "#server/unsubscribe.ts";
import type { Rendered } from "./email-html.ts";
import type { MailKind } from "./rules.ts";
import { emailSchema } from "./schema.ts";

/** A mail's row, joined with its broadcast if it has one. */
export type MailRow = {
  public_id: string;
  kind: string;
  account_id: string | null;
  recipient: string;
  letter: Record<string, unknown> | null;
  message_id: string;
  created_at: Date;
  subscriber_public_id: string | null;
  subject: string | null;
  html: string | null;
  plain: string | null;
};

type Composed = Rendered & { subject: string; unsubscribe: string | undefined };

/** The weekly e-mail. Each one has an unsubscribe link, as broadcasts have. */
const WEEKLY_EMAIL = "weekly-letter" satisfies MailKind;

const REASONS = {
  account: "You get this because you have an account and have not unsubscribed.",
  newsletter: "You get this because you asked to hear from us.",
  letter: "You get this because you asked for the weekly e-mail in your settings.",
  test: "This is a test: the link below stops nothing.",
};

function leaveOf(mail: MailRow, secret: Buffer, baseUrl: string): { reason: string; href: string } {
  const [kind, id] =
    mail.kind === WEEKLY_EMAIL && mail.account_id !== null
      ? (["letter", mail.account_id] as const)
      : mail.account_id === null
        ? (["newsletter", mail.subscriber_public_id] as const)
        : (["account", mail.account_id] as const);
  if (id === null) return { reason: REASONS.test, href: `${baseUrl}/unsubscribe` };
  return { reason: REASONS[kind], href: `${baseUrl}/unsubscribe?token=${unsubscribeToken(secret, kind, id)}` };
}

/** HTML and text of a mail. Undefined if its content was deleted, which happens after sending. */
export async function composeMail(mail: MailRow, secret: Buffer, baseUrl: string): Promise<Composed | undefined> {
  // Loaded with the first mail: it has a copy of React of its own, beside the one in the pages.
  const { renderBroadcast, renderEmail } = await import("./email-html.ts");
  if (mail.subject !== null && mail.html !== null && mail.plain !== null) {
    const leave = leaveOf(mail, secret, baseUrl);
    const body = { subject: mail.subject, html: mail.html, text: mail.plain };
    return { ...renderBroadcast(body, baseUrl, leave), subject: mail.subject, unsubscribe: leave.href };
  }
  const email = emailSchema.safeParse(mail.letter);
  if (!email.success) return undefined;
  const leave = mail.kind === WEEKLY_EMAIL ? leaveOf(mail, secret, baseUrl) : undefined;
  return { ...renderEmail(email.data, baseUrl, leave), subject: email.data.subject, unsubscribe: leave?.href };
}

/** The same id and date on every try, so that mail servers can drop a second copy. */
export function toOutgoing(mail: MailRow, composed: Composed, baseUrl: string): OutgoingMail {
  return {
    to: mail.recipient,
    subject: composed.subject,
    text: composed.text,
    html: composed.html,
    messageId: `<${mail.message_id}@${new URL(baseUrl).hostname}>`,
    date: mail.created_at,
    headers: {
      "Auto-Submitted": "auto-generated",
      ...(composed.unsubscribe === undefined
        ? {}
        : {
            "List-Unsubscribe": `<${composed.unsubscribe}>`,
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
          }),
    },
  };
}
