import type { TestApp } from "#tests/helpers/app.ts";
import { ownerKey } from "#server/token.ts";

/** Suspends the person with this e-mail as an administrator does. */
export async function suspend({ db, services }: TestApp, email: string): Promise<void> {
  const { id } = await db.selectFrom("account").select("id").where("email_key", "=", email).executeTakeFirstOrThrow();
  const { numUpdatedRows } = await db
    .updateTable("profile")
    .set({ suspended: true })
    .where("owner_key", "=", ownerKey(services.secret, id))
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`${email} has no profile.`);
}
