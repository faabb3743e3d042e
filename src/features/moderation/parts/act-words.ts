import type { StoredReport } from "#features/moderation/schema.ts";
import { callOf } from "#features/moderation/words.ts";
import type { Act } from "#features/report/rules.ts";

/** Labels of the buttons. */
export const ACT_LABELS: Readonly<Record<Act, string>> = {
  dismiss: "Dismiss",
  settle: "Settled",
  ask: "Ask to correct",
  hide: "Hide until answered",
  suspend: "Suspend",
  delete: "Delete",
};

/** The notices after an act. */
export const ACT_DONE: Readonly<Record<Act, string>> = {
  dismiss: "The report is dismissed.",
  settle: "The report is settled.",
  ask: "The person is asked to correct it.",
  hide: "The pipeline is hidden until its person answers.",
  suspend: "The person is suspended.",
  delete: "It is deleted.",
};

/** What each act does, for its confirmation. */
export const ACT_MEANINGS: Readonly<Record<Act, string>> = {
  dismiss: "Nothing is wrong. Nobody is told, and the report is kept for 90 days.",
  settle: "You have corrected what was wrong. Nobody is told, and the report is kept for 90 days.",
  ask: "An e-mail asks the person to correct it, with the reason and your words, and a link to answer by. Nothing changes until then.",
  hide: "The page disappears, its numbers leave every count and no login works, until the person answers by the link in the e-mail. Then it is back as it was, and you see the answer here.",
  suspend:
    "The page disappears, its numbers leave every count and no login works, until you bring the person back under People. The e-mail has a link to answer by.",
  delete: "Everything that belongs to it is deleted, this report too. It cannot be undone.",
};

/** The subject of a report, for the confirmation's question. */
export function aboutOf(report: StoredReport): string {
  if (report.person) return callOf(report.person);
  return report.company?.displayName ?? report.quote;
}
