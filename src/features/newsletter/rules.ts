import type { Letter } from "#features/mail/rules.ts";

/** How long the link of a letter can be used, in milliseconds; as long a request waits to be confirmed. */
export const LINK_LIFE = 7 * 86_400_000;

/** The sentence when no answer says better. */
export const FALLBACK = "Email failed to subscribe. Please try again.";

/** How long the form stays shut after it was sent, in milliseconds. */
export const LOCK = 3_000;

/**
 * The letter that asks for consent. What the links carry stands behind a `#`:
 * no server on the way, ours included, gets to see or log it.
 */
export function confirmLetter(baseUrl: string, tokens: { confirm: string; unsubscribe: string }): Letter {
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
