import type { Trx } from "#db/connect.ts";
import { emailKey } from "#features/account/rules.ts";

/** Forgets an address, because the person it belongs to leaves. Letters to it go with its row. */
export async function forgetSubscriber(trx: Trx, email: string): Promise<void> {
  await trx.deleteFrom("newsletter_subscriber").where("email_key", "=", emailKey(email)).execute();
}
