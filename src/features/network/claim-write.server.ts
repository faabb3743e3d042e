import { AppError } from "#core/errors.ts";
import type { NetworkIdentity } from "#external/network-claims.ts";
import type { Trx } from "#db/connect.ts";
import { displaceAccount } from "#features/account/displace-write.server.ts";
import { reclaimAccount } from "#features/account/reclaim-write.server.ts";
import type { WriteContext } from "#server/context.ts";
import { beginTry, endTry, failureKey } from "#server/login-failures.ts";
import { verifyPassword } from "#server/password.ts";
import { findAccount } from "./read.server.ts";
import { SENTENCES } from "./rules.ts";
import {
  addIdentity,
  signInProven,
  completeSignIn,
  lockAccount,
  lockAndSpend,
  type SignedIn,
  type SignIn,
} from "./sign-in-write.server.ts";
import { findByHandle } from "./ticket-write.server.ts";

/** Ends all earlier ways into an unconfirmed account. From now on the identity opens it. */
export async function takeOver(
  trx: Trx,
  ctx: WriteContext,
  { identity, accountId, keptToken }: { identity: NetworkIdentity; accountId: string; keptToken?: Buffer | undefined },
): Promise<void> {
  await reclaimAccount(trx, ctx, accountId, keptToken);
  await addIdentity(trx, ctx, identity, accountId);
}

/**
 * A network has proven who owns an e-mail, and an unconfirmed account has this e-mail. If the owner knows its password,
 * they take the account over with its content. Otherwise somebody else may have made it: the owner gets an empty
 * account; the other account keeps its content and password but loses the e-mail.
 * @throws AppError network-failed if the ticket is not this session's or the account is gone; invalid-credentials or
 * too-many-requests, after which the ticket still works
 */
export async function claimAccount(
  ctx: WriteContext,
  input: { ticket: string; password: string | undefined; rateLimitFactor: number },
  signIn: SignIn,
): Promise<SignedIn & { identity: NetworkIdentity }> {
  const stale = () => new AppError("network-failed", { message: SENTENCES.stale(signIn.name) });
  const { tokenHash } = ctx;
  if (!tokenHash) throw stale();
  const handle = { handle: input.ticket, tokenHash };
  const shown = await findByHandle(ctx.db, handle);
  if (!shown) throw stale();
  const proven = input.password === undefined ? undefined : await provePassword(ctx, shown.identity, input);
  return ctx.db.transaction().execute(async (trx) => {
    const found = await findByHandle(trx, handle);
    const identity = found && (await lockAndSpend(trx, ctx, found, signIn));
    if (!identity?.emailVerified) throw stale();
    const account = await lockAccount(trx, ctx, identity);
    if (account.by !== "email" || account.isProven || account.suspended) throw stale();
    if (input.password !== undefined) {
      if (proven !== account.id) throw stale();
      await takeOver(trx, ctx, { identity, accountId: account.id });
      return { viewer: await completeSignIn(trx, ctx, account, signIn), isNew: false, identity };
    }
    await displaceAccount(trx, account.id, account.email);
    const entered = await signInProven(trx, ctx, identity, signIn);
    if (entered === "unproven") throw stale();
    return { ...entered, identity };
  });
}

/** @returns the id of the account whose password is right */
async function provePassword(
  ctx: WriteContext,
  identity: NetworkIdentity,
  input: { password: string | undefined; rateLimitFactor: number },
): Promise<string | undefined> {
  const key = failureKey(ctx.secret, `claim ${identity.email}`, { address: ctx.address });
  await beginTry(ctx, key, input.rateLimitFactor);
  const found = await findAccount(ctx.db, ctx.secret, identity);
  if (found.by === "nothing") return undefined;
  const row = await ctx.db.selectFrom("account").select("password_hash").where("id", "=", found.id).executeTakeFirst();
  const isRight = await verifyPassword(input.password ?? "", row?.password_hash ?? undefined);
  if (!isRight) throw new AppError("invalid-credentials", { message: "This is not the password of that account." });
  await endTry(ctx, key);
  return found.id;
}
