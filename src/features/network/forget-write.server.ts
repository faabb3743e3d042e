import { sql } from "kysely";
import type { Trx } from "#db/connect.ts";

/** Deletes what the networks said about a person who leaves. Their identities are deleted with the account's row. */
export async function deleteTickets(trx: Trx, account: { id: string; email: string }): Promise<void> {
  await trx
    .deleteFrom("network_ticket")
    .where((eb) =>
      eb.or([
        eb(sql<string>`lower(claims ->> 'email')`, "=", account.email.toLowerCase()),
        eb.exists(
          eb
            .selectFrom("network_identity as i")
            .select("i.subject")
            .where("i.account_id", "=", account.id)
            .whereRef("i.issuer", "=", "network_ticket.issuer")
            .whereRef("i.subject", "=", "network_ticket.subject"),
        ),
      ]),
    )
    .execute();
}

export async function deleteIdentities(trx: Trx, accountId: string): Promise<void> {
  await trx.deleteFrom("network_identity").where("account_id", "=", accountId).execute();
}
