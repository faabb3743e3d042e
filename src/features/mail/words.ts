import { numberText } from "#core/number-text.ts";
import type { Audience, BroadcastState, MailCounts, MailKind } from "./rules.ts";
import type { MailItem } from "./schema.ts";

/** An audience's name in a heading, and in the middle of a sentence. */
export const AUDIENCE_WORDS: Readonly<Record<Audience, { name: string; about: string; inText: string }>> = {
  all: { name: "Broadcast", about: "Everybody with a confirmed e-mail, and the newsletter", inText: "everyone" },
  "early-access": { name: "Early access", about: "Newsletter sign-ups without access yet", inText: "early access" },
  test: { name: "Test", about: "One address", inText: "one address" },
};

export const MAIL_STATE_WORDS: Readonly<Record<MailItem["state"], string>> = {
  queued: "Waiting",
  sending: "On its way",
  sent: "Sent",
  failed: "Failed",
  cancelled: "Stopped",
  outbox: "In the mail queue",
};

const KIND_WORDS: Readonly<Record<MailKind, string>> = {
  "verify-email": "Confirm an address",
  "reset-password": "New password",
  "change-email": "New address",
  "account-notice": "Notice about an account",
  "moderation-notice": "Notice about a report",
  "newsletter-confirm": "Confirm the newsletter",
  invitation: "Invitation",
  "weekly-letter": "Weekly e-mail",
  broadcast: "Broadcast",
  test: "Test",
};

function isKind(kind: string): kind is MailKind {
  return Object.hasOwn(KIND_WORDS, kind);
}

export function kindWords(kind: string): string {
  return isKind(kind) ? KIND_WORDS[kind] : kind;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Plain text as the HTML of a mail: a blank line is a new paragraph, a line break one. */
export function textToHtml(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .split(/\n[ \t]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "")
    .map((paragraph) => paragraph.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign))
    .map((paragraph) => `<p>${paragraph.replaceAll("\n", "<br>")}</p>`)
    .join("\n");
}

/** Number of mails with a final state. */
export function settled(counts: MailCounts): number {
  return counts.sent + counts.failed + counts.cancelled + counts.outbox;
}

export function isRunning(broadcast: { state: BroadcastState }): boolean {
  return broadcast.state === "queued" || broadcast.state === "sending";
}

/** "3,120 sent · 4 failed". Leaves out zeros, but is never empty. */
export function outcomeWords(counts: MailCounts): string {
  const parts = (
    [
      ["sent", counts.sent],
      ["in the mail queue", counts.outbox],
      ["failed", counts.failed],
      ["stopped", counts.cancelled],
      ["waiting", counts.queued],
      ["may have come twice", counts.inDoubt],
    ] as const
  )
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${numberText(count)} ${word}`);
  return parts.length === 0 ? "Nobody to send to" : parts.join(" · ");
}

/** Milliseconds to measure the rate before an estimate is shown. */
const WATCHED_MS = 4_000;

/**
 * The remaining time of a broadcast, like "about 6 min left". "" if there is no estimate yet.
 * @param first time of the first measurement in milliseconds, and the number of finished mails then
 */
export function timeLeft(
  first: { at: number; done: number },
  now: { at: number; done: number },
  total: number,
): string {
  const done = now.done - first.done;
  const left = total - now.done;
  if (now.at - first.at < WATCHED_MS || done <= 0 || left <= 0) return "";
  const minutes = ((now.at - first.at) / done) * (left / 60_000);
  if (minutes < 1) return "less than a minute left";
  return minutes < 90 ? `about ${Math.round(minutes)} min left` : `about ${Math.round(minutes / 60)} h left`;
}
