import { calendarDay } from "#core/calendar.ts";
import type { Email } from "#features/mail/rules.ts";

/** A link that fills in a code. The code is in the fragment, which browsers do not send, so that no log has it. */
export function invitationLink(baseUrl: string, code: string): string {
  return `${baseUrl}/code#${code}`;
}

/** The invitation mail. It names only the person who invites. */
export function invitationEmail(
  baseUrl: string,
  invitation: { code: string; inviter: string; expiresAt: Date | null },
): Email {
  const { code, inviter, expiresAt } = invitation;
  const [who, subject] =
    inviter === ""
      ? ["You are invited", "You are invited to Pipelines"]
      : [`${inviter} invites you`, `${inviter} invites you to Pipelines`];
  const end = expiresAt ? calendarDay(expiresAt) : undefined;
  return {
    subject,
    paragraphs: [
      `${who} to Pipelines, where people record their internships and jobs, stop by stop.`,
      "Open the link, choose a password and create your pipeline. You can remain 100% anonymous: the person who invited you sees how many joined, but not who.",
    ],
    action: { label: "Accept the invitation", href: invitationLink(baseUrl, code) },
    notes: [
      `If the page asks for a code, it is ${code}.`,
      ...(end === undefined ? [] : [`The invitation holds until ${end}.`]),
      "If you do nothing, you have no account, and your address is deleted here after 30 days.",
    ],
  };
}
