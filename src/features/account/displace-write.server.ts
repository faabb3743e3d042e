import { sql } from "kysely";
import { displacedEmail, emailKey } from "#core/email.ts";
import type { Trx } from "#db/connect.ts";
import { dropLinks } from "./link-write.server.ts";

/**
 * Takes the e-mail away from an unconfirmed account, for its proven owner's own one. Somebody else may have recorded a
 * private pipeline in it, so nothing of it is handed over: its password, passkeys and sessions still open it.
 */
export async function displaceAccount(trx: Trx, accountId: string, email: string): Promise<void> {
  const key = displacedEmail(emailKey(email));
  // One that was displaced before under the same e-mail keeps its sessions and passkeys alone.
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
  await dropLinks(trx, accountId);
}
