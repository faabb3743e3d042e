import { isEmail } from "#core/email.ts";
import { AppError } from "#core/errors.ts";
import type { Trx } from "#db/connect.ts";
import { createAccount } from "#features/account/create-write.server.ts";
import { recordAudit } from "#features/audit/write.server.ts";
import { allowNewSession } from "#features/profile/sign-in-write.server.ts";
import { readViewer } from "#features/session/read.server.ts";
import { bindToken } from "#features/session/write.server.ts";
import type { NetworkIdentity } from "#external/network-claims.ts";
import type { Binding } from "#server/binding.ts";
import type { SignedInContext, Viewer, WriteContext } from "#server/context.ts";
import { fillProfile } from "./fill-write.server.ts";
import { findAccount, type Found } from "./read.server.ts";
import { SENTENCES, toIdentityFields } from "./rules.ts";
import { findTicket, issueTicket, spendTicket, type Ticket } from "./ticket-write.server.ts";

/** The token that a sign-in binds, the device, and the network's name. */
export type SignIn = { binding: Binding; device: string; name: string };

/** `isNew`: the account was just created, so its profile may take over what the network knows. */
export type SignedIn = { viewer: Viewer; isNew: boolean };

type Outcome = SignedIn | "unproven";

export async function completeSignIn(
  trx: Trx,
  ctx: WriteContext,
  account: { id: string; email: string },
  signIn: Omit<SignIn, "name">,
): Promise<Viewer> {
  const viewer = await readViewer(trx, ctx.secret, account.id, account.email);
  // A suspended profile.
  if (!viewer) throw new AppError("network-failed", { message: SENTENCES.suspended() });
  await allowNewSession(trx, viewer, ctx.now);
  await bindToken(trx, account.id, signIn.binding, ctx.now, signIn.device);
  await recordAudit(trx, ctx, { actor: { kind: "account", accountId: account.id }, action: "network.login" });
  return viewer;
}

/**
 * Finds the account, locks it until the transaction ends, and reads it again, because its owner may have changed it.
 */
export async function lockAccount(
  trx: Trx,
  ctx: Pick<WriteContext, "secret">,
  identity: NetworkIdentity,
): Promise<Found> {
  const found = await findAccount(trx, ctx.secret, identity);
  if (found.by === "nothing") return found;
  await trx.selectFrom("account").select("id").where("id", "=", found.id).forNoKeyUpdate().execute();
  return findAccount(trx, ctx.secret, identity);
}

/** Uses a ticket up. The account is locked first, as its deletion does, which deletes tickets too. */
export async function lockAndSpend(
  trx: Trx,
  ctx: WriteContext,
  ticket: Ticket,
  signIn: Omit<SignIn, "name">,
): Promise<NetworkIdentity | undefined> {
  await lockAccount(trx, ctx, ticket.identity);
  return spendTicket(trx, ticket.handleHash, ctx.now, signIn.binding.token.hash);
}

/** @throws AppError network-taken */
export async function addIdentity(
  trx: Trx,
  ctx: WriteContext,
  identity: NetworkIdentity,
  accountId: string,
): Promise<void> {
  await trx
    .insertInto("network_identity")
    .values({ issuer: identity.issuer, subject: identity.subject, account_id: accountId, created_at: ctx.now })
    .onConflict((conflict) => conflict.columns(["issuer", "subject"]).doNothing())
    .execute();
  const row = await trx
    .selectFrom("network_identity")
    .select("account_id")
    .where("issuer", "=", identity.issuer)
    .where("subject", "=", identity.subject)
    .executeTakeFirst();
  if (row?.account_id !== accountId) throw new AppError("network-taken");
  await recordAudit(trx, ctx, { actor: { kind: "account", accountId }, action: "network.linked" });
}

/** Only the proven owner of an e-mail learns that it has an account. Others learn no more than at a sign-up. */
function refuseKnownEmail(found: Found, identity: NetworkIdentity, name = "the network"): void {
  if (found.by !== "email") return;
  if (!identity.emailVerified || found.suspended) throw new AppError("email-in-use");
  if (found.isProven) throw new AppError("network-known-email", { message: SENTENCES.known(name) });
}

/**
 * Signs in a person whom the network has proven. The identity decides, never the e-mail. A known identity opens its
 * account even if the e-mail has changed. A new identity creates an account unless another account has its e-mail.
 */
export async function signInProven(
  trx: Trx,
  ctx: WriteContext,
  identity: NetworkIdentity,
  signIn: Omit<SignIn, "name"> & { name?: string },
): Promise<Outcome> {
  const found = await lockAccount(trx, ctx, identity);
  if (found.by === "identity") {
    if (found.suspended) throw new AppError("network-failed", { message: SENTENCES.suspended() });
    return { viewer: await completeSignIn(trx, ctx, found, signIn), isNew: false };
  }
  if (!isEmail(identity.email))
    throw new AppError("network-failed", { message: SENTENCES.noEmail(signIn.name ?? "The network") });
  refuseKnownEmail(found, identity, signIn.name);
  if (found.by === "email") return "unproven";
  const id = await createAccount(trx, ctx, {
    email: identity.email,
    passwordHash: null,
    emailVerifiedAt: identity.emailVerified ? ctx.now : null,
  });
  await addIdentity(trx, ctx, identity, id);
  return { viewer: await completeSignIn(trx, ctx, { id, email: identity.email }, signIn), isNew: true };
}

/**
 * The end of a sign-in on our own pages.
 * @throws AppError network-failed, network-known-email, network-unproven-email with a `ticket` for the claim, email-in-use
 */
export async function signInByNetwork(ctx: WriteContext, identity: NetworkIdentity, signIn: SignIn): Promise<SignedIn> {
  const outcome = await ctx.db.transaction().execute((trx) => signInProven(trx, ctx, identity, signIn));
  if (outcome !== "unproven") return outcome;
  const ticket = await issueTicket(ctx, identity, ctx.tokenHash);
  throw new AppError("network-unproven-email", { message: SENTENCES.unproven(signIn.name), extra: { ticket } });
}

/**
 * Signs in by e-mail and the ticket that is bound to the calling token. The network must have verified this e-mail.
 * @returns undefined without such a ticket; the caller then answers as for a wrong password
 * @throws AppError network-known-email, network-unproven-email; the ticket still works then
 */
export async function signInByTicket(
  ctx: WriteContext,
  email: string,
  signIn: Omit<SignIn, "name">,
): Promise<Viewer | undefined> {
  const { tokenHash, now } = ctx;
  if (!tokenHash) return undefined;
  try {
    return await ctx.db.transaction().execute(async (trx) => {
      const ticket = await findTicket(trx, { tokenHash, email, now });
      const identity = ticket && (await lockAndSpend(trx, ctx, ticket, signIn));
      if (!identity) return undefined;
      const outcome = await signInProven(trx, ctx, identity, signIn);
      if (outcome === "unproven") throw new AppError("network-unproven-email");
      return outcome.viewer;
    });
  } catch (error) {
    // Suspended, or used a moment ago: the same answer as for a wrong password.
    if (error instanceof AppError && error.status === 400) return undefined;
    throw error;
  }
}

/** Fills a new profile with what the network knows. The sign-in stays valid even if this fails. */
export async function fillNewProfile(ctx: SignedInContext, identity: NetworkIdentity): Promise<Viewer> {
  try {
    const { profileId } = ctx.viewer;
    const { created } = await fillProfile(ctx, { profileId, fields: toIdentityFields(identity) });
    return { ...ctx.viewer, profileCreated: created };
  } catch {
    return ctx.viewer;
  }
}
