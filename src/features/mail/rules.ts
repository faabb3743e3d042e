import { isPlainText } from "#core/text.ts";
import { isEmail } from "#features/account/rules.ts";

/**
 * A letter in words, before it becomes HTML and plain text: the mail slice
 * renders it when it sends. A letter never names an employer or a pipeline.
 */
export type Letter = {
  subject: string;
  paragraphs: readonly string[];
  /** One link, shown as a button; an address below BASE_URL. */
  action?: { label: string; href: string } | undefined;
  /** Small print under the button. */
  notes?: readonly string[] | undefined;
};

/** Mails the site sends to one person on that person's own asking; broadcasts and their tests apart. */
export type MailKind =
  | "verify-email"
  | "reset-password"
  | "change-email"
  | "account-notice"
  | "newsletter-confirm"
  | "broadcast"
  | "test";

/** Whom a broadcast goes to. */
export type Audience = "all" | "early-access" | "test";

export const MAX_SUBJECT = 200;
/** What a client says when the server gave no reason. */
export const EMAIL_FAILED = "Email failed to send. Please try again.";

const HOUR = 3_600_000;
/** After that long without an answer a mail is given up. */
export const GIVE_UP = 24 * HOUR;
/** After that long nothing of a mail is kept. */
export const FORGET = 30 * 24 * HOUR;
/** Two requests that say the same within this time are one. */
export const SAME_REQUEST = 600_000;

/** Why a subject cannot stand in a header; undefined when it can. */
export function checkSubject(subject: string): string | undefined {
  if (subject.trim() === "") return "A mail needs a subject.";
  if (!isPlainText(subject)) return "A subject is one line of text.";
  return [...subject].length > MAX_SUBJECT ? `A subject has at most ${MAX_SUBJECT} characters.` : undefined;
}

/** Why nothing can be addressed to this; undefined when it can. */
export function checkRecipient(address: string): string | undefined {
  return isEmail(address) && isPlainText(address) ? undefined : "This is not an e-mail address.";
}

/** Numbers of one broadcast's mails, by what became of them. */
export type MailCounts = {
  queued: number;
  sent: number;
  failed: number;
  cancelled: number;
  /** Kept in the outbox, because no mail server is set. */
  outbox: number;
  /** Of all these: mails that may have arrived twice, or not at all, since the server's answer was lost. */
  inDoubt: number;
};

export type BroadcastState = "queued" | "sending" | "done" | "cancelled";

/** What a broadcast as a whole is doing. */
export function broadcastState(
  counts: MailCounts,
  broadcast: { isExpanded: boolean; isCancelled: boolean },
): BroadcastState {
  if (broadcast.isCancelled) return "cancelled";
  if (broadcast.isExpanded && counts.queued === 0) return "done";
  const isBegun = counts.sent + counts.failed + counts.outbox > 0;
  return isBegun ? "sending" : "queued";
}

/** Personal letters overtake a broadcast. */
export function priorityOf(kind: string): number {
  return kind === "broadcast" ? 0 : 10;
}

/** What a mail server said, short, and without an address or a line break in it. */
export function shortReason(text: string): string {
  return text
    .replace(/<?[^\s<>@]{1,64}@[^\s<>@]{1,255}>?/gu, "(address)")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, 200);
}
