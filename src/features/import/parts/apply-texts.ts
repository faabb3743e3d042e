import { listInWords } from "#core/list-in-words.ts";
import { amountText } from "#core/number-text.ts";
import { capital } from "#core/text.ts";
import { MAX_STOPS, MAX_ROLES } from "#features/pipeline/check.ts";
import type { Done, NoRoom } from "#features/import/pure/apply-review.ts";
import type { PersonChange } from "#features/import/pure/person.ts";
import type { ReviewRow, Ticked } from "#features/import/pure/compare.ts";

/** Texts that say what the ticked rows will do, and what they did. */

export function countTicked(rows: readonly ReviewRow[], ticked: Ticked): Done {
  const done = { added: 0, changed: 0, removed: 0 };
  for (const { id, status } of rows) {
    if (!ticked.has(id)) continue;
    if (status === "added") done.added += 1;
    else if (status === "missing") done.removed += 1;
    else done.changed += 1;
  }
  return done;
}

/** The button: "Add 9 to my line", "Add 2, change 1, remove 1". */
export function applyButtonText({ added, changed, removed }: Done, hasPerson: boolean): string {
  const kinds = [added, changed, removed].filter((count) => count > 0);
  if (kinds.length === 0) return hasPerson ? "Use what is ticked" : "Nothing is ticked";
  if (kinds.length === 1) {
    if (added > 0) return `Add ${added} to my line`;
    return changed > 0 ? `Change ${changed} in my line` : `Remove ${removed} from my line`;
  }
  const parts = [
    ...(added > 0 ? [`add ${added}`] : []),
    ...(changed > 0 ? [`change ${changed}`] : []),
    ...(removed > 0 ? [`remove ${removed}`] : []),
  ];
  return capital(parts.join(", "));
}

const jobs = (count: number): string => amountText(count, "job");

/** "152 had no room: a line has at most 50 companies." */
function noRoomWords({ count, isLineFull }: NoRoom): string[] {
  if (count === 0) return [];
  const most = isLineFull ? `a line has at most ${MAX_STOPS} companies` : `a company has at most ${MAX_ROLES} roles`;
  return [`${count} had no room: ${most}.`];
}

/** "Added 2 jobs, your name and your school; changed 1 job; removed 1 job. Nothing is saved yet." */
export function appliedText({ added, changed, removed }: Done, person: PersonChange, noRoom: NoRoom): string {
  const news = [
    ...(added === 0 ? [] : [jobs(added)]),
    ...(person.firstName === undefined ? [] : ["your name"]),
    ...(person.location === undefined ? [] : ["your location"]),
    ...(person.linkedin === undefined ? [] : ["your LinkedIn page"]),
    ...(person.school === undefined ? [] : ["your school"]),
  ];
  const isSet = [person.visibility, person.showMonths, person.ownTitles, person.hideSchool].some(
    (value) => value !== undefined,
  );
  const parts = [
    ...(news.length === 0 ? [] : [`added ${listInWords(news)}`]),
    ...(changed === 0 ? [] : [`changed ${jobs(changed)}`]),
    ...(isSet ? ["changed who sees what"] : []),
    ...(removed === 0 ? [] : [`removed ${jobs(removed)}`]),
  ];
  const left = noRoomWords(noRoom);
  if (parts.length === 0) return ["Nothing was added.", ...left].join(" ");
  return [`${capital(parts.join("; "))}.`, ...left, "Nothing is saved yet."].join(" ");
}
