import { HOUR_MS } from "#core/calendar.ts";
import { isEmail } from "#core/email.ts";
import { isPlainText } from "#core/text.ts";

/**
 * An e-mail's content, rendered to HTML and plain text when it is sent. Never names the reader's employer or pipeline.
 * Only the weekly e-mail names companies: those that the reader follows.
 */
export type Email = {
  subject: string;
  paragraphs: readonly string[];
  /** A list of links under the paragraphs. */
  items?: readonly { text: string; href: string }[] | undefined;
  /** One link, shown as a button; an address below BASE_URL. */
  action?: { label: string; href: string } | undefined;
  /** Small print under the button. */
  notes?: readonly string[] | undefined;
};

/**
 * Rows of such mails are deleted after sending. The audit log has the time of an act and its pipeline. A mail with the
 * same time and an address would reveal whose pipeline it is.
 */
export const FORGOTTEN_KIND = "moderation-notice";

export type MailKind =
  | "verify-email"
  | "reset-password"
  | "change-email"
  | "account-notice"
  | "moderation-notice"
  | "newsletter-confirm"
  | "invitation"
  | "weekly-letter"
  | "broadcast"
  | "test";

/** The audiences of a broadcast. */
export type Audience = "all" | "early-access" | "test";

export const MAX_SUBJECT = 200;
/** Shown when the server gave no reason. */
export const EMAIL_FAILED = "Email failed to send. Please try again.";

/** A mail that could not be sent for this long after its first try is given up. */
export const GIVE_UP_MS = 24 * HOUR_MS;
/** Mails are deleted after this long. */
export const KEEP_MS = 30 * 24 * HOUR_MS;
/** Two equal requests within this time are one. */
export const SAME_REQUEST_MS = 600_000;

/** Why a subject is not valid in a mail header. Undefined if it is valid. */
export function checkSubject(subject: string): string | undefined {
  if (subject.trim() === "") return "An e-mail needs a subject.";
  if (!isPlainText(subject)) return "A subject is one line of text.";
  return [...subject].length > MAX_SUBJECT ? `A subject has at most ${MAX_SUBJECT} characters.` : undefined;
}

/** Why this is not a valid address. Undefined if it is valid. */
export function checkRecipient(address: string): string | undefined {
  return isEmail(address) && isPlainText(address) ? undefined : "This is not an e-mail address.";
}

/** Numbers of one broadcast's mails by state. */
export type MailCounts = {
  queued: number;
  sent: number;
  failed: number;
  cancelled: number;
  /** In the mail queue, because no mail server is configured. */
  outbox: number;
  /** Those of all these that may have arrived twice or not at all, because the server's answer was lost. */
  inDoubt: number;
};

export type BroadcastState = "queued" | "sending" | "done" | "cancelled";

export function broadcastState(
  counts: MailCounts,
  broadcast: { isExpanded: boolean; isCancelled: boolean },
): BroadcastState {
  if (broadcast.isCancelled) return "cancelled";
  if (broadcast.isExpanded && counts.queued === 0) return "done";
  const isBegun = counts.sent + counts.failed + counts.outbox > 0;
  return isBegun ? "sending" : "queued";
}

/** Personal mails go before broadcasts. The statements of housekeeping-write.server.ts name the same kinds. */
export function priorityOf(kind: string): number {
  return kind === "broadcast" || kind === "weekly-letter" ? 0 : 10;
}

/** A mail server's answer, shortened. Addresses and line breaks are removed. */
export function shortReason(text: string): string {
  return text
    .replace(/<?[^\s<>@]{1,64}@[^\s<>@]{1,255}>?/gu, "(address)")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, 200);
}
