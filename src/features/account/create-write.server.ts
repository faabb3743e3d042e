import { emailKey } from "#core/email.ts";
import { AppError } from "#core/errors.ts";
import type { Trx } from "#db/connect.ts";
import type { WriteContext } from "#server/context.ts";
import { newPublicId } from "#server/ids.ts";
import { ownerKey } from "#server/token.ts";

/**
 * Makes an account and its empty profile. If two calls use one e-mail at the same time, one of them fails.
 * @returns the account's id
 * @throws AppError email-in-use
 */
export async function createAccount(
  trx: Trx,
  ctx: Pick<WriteContext, "secret" | "reactions">,
  input: { email: string; passwordHash: string | null; emailVerifiedAt: Date | null },
): Promise<string> {
  const { email } = input;
  const account = await trx
    .insertInto("account")
    .values({
      id: newPublicId(),
      email,
      email_key: emailKey(email),
      password_hash: input.passwordHash,
      email_verified_at: input.emailVerifiedAt,
    })
    .onConflict((conflict) => conflict.column("email_key").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!account) throw new AppError("email-in-use");
  const created = { id: account.id, email, ownerKey: ownerKey(ctx.secret, account.id) };
  for (const react of ctx.reactions.accountCreated) await react(trx, created);
  return account.id;
}
