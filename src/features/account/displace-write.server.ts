import { sql } from "kysely";
import { displacedEmail, emailKey } from "#core/email.ts";
import type { Trx } from "#db/connect.ts";
import { deleteLinks } from "./link-write.server.ts";

/**
 * Takes the e-mail away from an unconfirmed account, so that the e-mail's proven owner can have an account of their own.
 * Somebody else may have made the old account and saved a private pipeline in it. So it is not handed over: its
 * password, passkeys and sessions still open it.
 */
export async function displaceAccount(trx: Trx, accountId: string, email: string): Promise<void> {
  const key = displacedEmail(emailKey(email));
  // An account that lost this e-mail earlier keeps its sessions and passkeys, but no e-mail leads to its password now.
  await trx
    .updateTable("account")
    .set({ email_key: sql<string>`${displacedEmail("")} || id` })
    .where("email_key", "=", key)
    .execute();
  await trx
    .updateTable("account")
    .set({ email: displacedEmail(email), email_key: key })
    .where("id", "=", accountId)
    .execute();
  await deleteLinks(trx, accountId);
}
