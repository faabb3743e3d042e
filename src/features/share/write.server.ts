import { sql } from "kysely";
import { AppError } from "#core/errors.ts";
import type { Trx } from "#db/connect.ts";
import { sendLater } from "#db/transact.ts";
import { sharedView } from "#features/profile/pure/projection.ts";
import type { ProfileChange, SignedInContext } from "#server/context.ts";
import { findAllForgotten, noteForgotten } from "#server/forgotten.ts";
import { newPublicId } from "#server/ids.ts";
import { announce } from "#server/purge-channel.ts";
import type { ShareLevel } from "#core/share-level.ts";
import { levelsFor, sharedTag } from "./rules.ts";

type Link = { id: string; level: ShareLevel };
/**
 * Makes the caller's link of a level, gives it a new address, or switches it off. Idempotent.
 * @throws AppError bad-request for a level that the caller's visibility does not allow, and before the first save
 */
export async function changeShareLink(
  ctx: SignedInContext,
  { level, action }: { level: ShareLevel; action: "make" | "renew" | "off" },
): Promise<void> {
  const { profileKey } = ctx.viewer;
  const tags = await ctx.db.transaction().execute(async (trx) => {
    // Take the same lock as a save, so that a change of visibility runs before or after this.
    const person = await trx
      .selectFrom("profile")
      .select(["public_id", "visibility", "created"])
      .where("id", "=", profileKey)
      .forUpdate()
      .executeTakeFirst();
    if (!person) throw new AppError("not-yours");
    if (action !== "off") {
      if (!person.created) throw new AppError("bad-request", { message: "Create your pipeline before you share it." });
      if (!levelsFor(person.visibility).includes(level))
        throw new AppError("bad-request", { message: "Your name is hidden on this site, so no link shows it." });
    }
    const known = await trx
      .selectFrom("share_link")
      .select("id")
      .where("profile_id", "=", profileKey)
      .where("level", "=", level)
      .executeTakeFirst();
    if (action === "make" && known) return [];
    if (known) {
      await trx.deleteFrom("share_link").where("id", "=", known.id).execute();
      await noteForgotten(trx, ctx, { kind: "link", key: known.id });
    }
    if (action !== "off")
      await trx.insertInto("share_link").values({ id: newPublicId(), profile_id: profileKey, level }).execute();
    if (!known) return [];
    const outdated = [sharedTag(person.public_id)];
    await announce(trx, outdated);
    return outdated;
  });
  ctx.purge(tags);
}

/**
 * Updates a person's links after a change of the profile. A change of visibility and a deletion end all links: a link
 * that survives would connect the person's old and new ids. Purges cached answers if a link shows something else now.
 * @returns tags to purge after the commit; empty if no link shows the change
 */
export async function followChange(
  trx: Trx,
  profileKey: number,
): Promise<(change: ProfileChange) => Promise<string[]>> {
  const linksOf = await sendLater(trx, sql<Link>`select id, level from share_link where profile_id = ${profileKey}`);
  return async (change) => followLinks(trx, change, await linksOf());
}

async function followLinks(
  trx: Trx,
  { before, after, today, secret }: ProfileChange,
  links: readonly Link[],
): Promise<string[]> {
  if (!before || links.length === 0) return [];
  if (after?.row.visibility !== before.row.visibility || after.row.public_id !== before.row.public_id) {
    await trx.deleteFrom("share_link").where("profile_id", "=", before.row.id).execute();
    // No mark for a deleted person's links: a restore deletes the person again.
    const marks = after ? links : [];
    for (const { id } of marks) await noteForgotten(trx, { secret, now: new Date(today) }, { kind: "link", key: id });
  } else {
    const shown = (stored: typeof before): string =>
      JSON.stringify(links.map((link) => sharedView(stored, link, today) ?? null));
    if (shown(before) === shown(after)) return [];
  }
  const tags = [sharedTag(before.row.public_id)];
  await announce(trx, tags);
  return tags;
}

/** Call after a restore. Removes links of the backup that were renewed or switched off after it was made. */
export async function removeSwitchedOffLinks(trx: Trx, secret: Buffer): Promise<number> {
  const removed = await findAllForgotten(trx, secret, "link", (after, most) =>
    trx.selectFrom("share_link").select("id as key").where("id", ">", after).orderBy("id").limit(most).execute(),
  );
  if (removed.length > 0)
    await trx
      .deleteFrom("share_link")
      .where("id", "=", sql<string>`any(${removed}::text[])`)
      .execute();
  return removed.length;
}
