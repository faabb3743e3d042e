import type { Trx } from "#db/connect.ts";
import { deleteProfile } from "#features/profile/delete-write.server.ts";
import type { WriteContext } from "#server/context.ts";
import { ownerKey } from "#server/token.ts";

/**
 * Removes an account and everything that belongs to the person, inside the
 * caller's transaction. Sessions, links, passkeys, network identities and
 * mails go with the account's row. Announces what is out of date.
 * @returns the tags of kept answers, for the caller to purge after the commit
 */
export async function deleteAccount(
  trx: Trx,
  ctx: Pick<WriteContext, "secret" | "now">,
  accountId: string,
): Promise<string[]> {
  const tags = await deleteProfile(trx, ownerKey(ctx.secret, accountId));
  await trx.deleteFrom("account").where("id", "=", accountId).execute();
  return tags;
}
