import type { Email } from "#features/mail/rules.ts";

/** How long a mail's link works, and how long an unconfirmed request is kept. */
export const LINK_LIFE_MS = 7 * 86_400_000;

/** Shown when the server gave no reason. */
export const FALLBACK = "Email failed to subscribe. Please try again.";

/** How long the form is locked after it was sent. */
export const LOCK_MS = 3_000;

/** The mail that asks for consent. The links' tokens are in the fragment, which no browser sends to a server. */
export function confirmationEmail(baseUrl: string, tokens: { confirm: string; unsubscribe: string }): Email {
  return {
    subject: "Confirm that we may write to you",
    paragraphs: [
      "Somebody, hopefully you, asked us to tell this address when Pipelines opens.",
      "We write only after you have confirmed it.",
    ],
    action: { label: "Yes, tell me", href: `${baseUrl}/newsletter/confirm#${tokens.confirm}` },
    notes: [
      "If it was not you, do nothing: the request is forgotten after a week.",
      `To be taken off at any time: ${baseUrl}/newsletter/unsubscribe#${tokens.unsubscribe}`,
    ],
  };
}
