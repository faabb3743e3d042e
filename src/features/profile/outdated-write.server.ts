import type { Trx } from "#db/connect.ts";
import type { StoredProfile } from "#core/stored-profile.ts";
import type { ProfileChange } from "#server/context.ts";
import { announce } from "#server/purge-channel.ts";
import { toPublicProfile } from "./pure/projection.ts";

/**
 * Tags of the cached answers that show this person to others: the profile page, the companies' and the school's pages.
 * Leaves out undisclosed companies: renewing their answers would reveal that somebody there has just saved.
 */
function tagsOf({ row, roles }: StoredProfile): string[] {
  if (!row.created || row.suspended || row.visibility === "private") return [];
  const tags = new Set<string>([`profile:${row.public_id}`]);
  for (const role of roles) if (role.company_id !== null && !role.undisclosed) tags.add(`company:${role.company_id}`);
  if (row.school_public_id !== null && !row.hide_school) tags.add(`school:${row.school_public_id}`);
  return [...tags];
}

/**
 * Tags of the answers that a change made outdated: those that showed the person before it or show them after it. Empty
 * if others see no difference. Figures about everybody, and lists of companies sorted by their numbers, have the tag
 * `people`. Somebody who comes or goes is in them even without a disclosed company.
 */
function outdatedTags({ before, after, today, isCounted }: ProfileChange): string[] {
  const seen = (stored: StoredProfile | undefined): string[] => (stored ? tagsOf(stored) : []);
  const shown = (stored: StoredProfile | undefined): string =>
    stored && seen(stored).length > 0 ? JSON.stringify(toPublicProfile(stored.row, stored.roles, today)) : "";
  const [old, young] = [shown(before), shown(after)];
  if (!isCounted && old === young) return [];
  const isOther = old === "" || young === "" || before?.row.public_id !== after?.row.public_id;
  return [...new Set([...seen(before), ...seen(after), ...(isCounted || isOther ? ["people"] : [])])];
}

/** Tells every process which answers a change made out of date. @returns their tags, to purge here after the commit */
export async function announceOutdated(trx: Trx, change: ProfileChange): Promise<string[]> {
  const tags = outdatedTags(change);
  await announce(trx, tags);
  return tags;
}
