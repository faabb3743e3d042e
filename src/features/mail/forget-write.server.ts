import type { Trx } from "#db/connect.ts";
import { emailKey } from "#features/account/rules.ts";

/** Forgets every letter to an address, because the person it belongs to leaves; what waits is not sent any more. */
export async function forgetMailsTo(trx: Trx, email: string): Promise<void> {
  await trx
    .deleteFrom("mail")
    .where((eb) => eb(eb.fn<string>("lower", ["recipient"]), "in", [emailKey(email), email.toLowerCase()]))
    .execute();
}
