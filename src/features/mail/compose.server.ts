import type { OutgoingMail } from "#external/mail.ts";
import { unsubscribeToken } from "#server/unsubscribe.ts";
import { renderBroadcast, renderLetter, type Rendered } from "./letter-html.ts";
import { letterSchema } from "./schema.ts";

/** A mail's row, with its broadcast where it is of one. */
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

export type Composed = Rendered & { subject: string; unsubscribe: string | undefined };

const REASONS = {
  account: "You get this because you have an account and have not said no to such mails.",
  newsletter: "You get this because you asked to hear from us.",
  test: "This is a test: the link below stops nothing.",
};

/** What one click on "unsubscribe" leaves, as an address of ours. */
function leaveOf(mail: MailRow, secret: Buffer, baseUrl: string): { reason: string; href: string } {
  const [kind, id] =
    mail.account_id === null
      ? (["newsletter", mail.subscriber_public_id] as const)
      : (["account", mail.account_id] as const);
  if (id === null) return { reason: REASONS.test, href: `${baseUrl}/unsubscribe` };
  return { reason: REASONS[kind], href: `${baseUrl}/unsubscribe?token=${unsubscribeToken(secret, kind, id)}` };
}

/** The words of a mail in both parts; undefined for one whose letter is gone. */
export function composeMail(mail: MailRow, secret: Buffer, baseUrl: string): Composed | undefined {
  if (mail.subject !== null && mail.html !== null && mail.plain !== null) {
    const leave = leaveOf(mail, secret, baseUrl);
    const body = { subject: mail.subject, html: mail.html, text: mail.plain };
    return { ...renderBroadcast(body, baseUrl, leave), subject: mail.subject, unsubscribe: leave.href };
  }
  const letter = letterSchema.safeParse(mail.letter);
  if (!letter.success) return undefined;
  return { ...renderLetter(letter.data, baseUrl), subject: letter.data.subject, unsubscribe: undefined };
}

/** As it leaves: the same id and date on every try. */
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
