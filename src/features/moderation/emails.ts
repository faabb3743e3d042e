import type { Email } from "#features/mail/rules.ts";
import type { Act, Reason } from "#features/report/rules.ts";
import { REASON_WORDS } from "#features/report/words.ts";

// Mails to the person whom a report is about. They name no employer and no pipeline, because others may read the
// inbox.

type ActWithEmail = Extract<Act, "ask" | "hide" | "suspend" | "delete">;

const WORDS: Readonly<Record<ActWithEmail, { subject: string; what: string }>> = {
  ask: {
    subject: "Please look at what you wrote on Pipelines",
    what: "Something you wrote on Pipelines was reported. Please correct it, or tell us why it is right. It stays as it is until then.",
  },
  hide: {
    subject: "Your page on Pipelines is hidden until you answer",
    what: "Something you wrote on Pipelines was reported. Your page is hidden, and you cannot log in, until you answer by the link below. Then it is back as it was, and we read your answer.",
  },
  suspend: {
    subject: "Your account on Pipelines is suspended",
    what: "Something you wrote on Pipelines was reported. Your account is suspended: nobody sees your page, and you cannot log in. Nothing is deleted.",
  },
  delete: {
    subject: "Your account on Pipelines was deleted",
    what: "Something you wrote on Pipelines was reported. Your account and everything you saved were deleted.",
  },
};

/**
 * The mail about an administrator's act, to the person concerned.
 * @param done.link the link for an answer; undefined after a deletion
 */
export function moderationEmail(done: {
  act: ActWithEmail;
  reason: Reason;
  words: string;
  link: string | undefined;
}): Email {
  const { subject, what } = WORDS[done.act];
  return {
    subject,
    paragraphs: [
      what,
      `Reason: ${REASON_WORDS[done.reason]}.`,
      ...(done.words === "" ? [] : [`What we have to say: ${done.words}`]),
    ],
    ...(done.link === undefined ? {} : { action: { label: "Answer", href: done.link } }),
    notes: done.link === undefined ? [] : ["The link takes one answer. A person reads it."],
  };
}

/** Acts that send the person a mail. */
export function isNotified(act: Act): act is ActWithEmail {
  return act === "ask" || act === "hide" || act === "suspend" || act === "delete";
}
