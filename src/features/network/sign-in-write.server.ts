import { AppError } from "#core/errors.ts";
import type { Trx } from "#db/connect.ts";
import { isEmail } from "#features/account/rules.ts";
import { readViewer } from "#features/account/read.server.ts";
import { reclaimAccount } from "#features/account/reclaim-write.server.ts";
import { bindToken, createAccount } from "#features/account/session-write.server.ts";
import { recordAudit } from "#features/audit/write.server.ts";
import { fillProfile } from "#features/profile/sign-in-write.server.ts";
import type { NetworkIdentity } from "#external/network-claims.ts";
import type { Binding } from "#server/binding.ts";
import type { Viewer, WriteContext } from "#server/context.ts";
import { findAccount, type Found } from "./read.server.ts";
import { SENTENCES, toIdentityFields } from "./rules.ts";
import { findByHandle, findTicket, issueTicket, spendTicket, type Ticket } from "./ticket-write.server.ts";

/** How and with what a sign-in binds, and the network's name as people know it. */
export type SignIn = { binding: Binding; device: string; name: string };

/** `isNew`: the account came into being now, and its profile may take over what the network knows. */
export type SignedIn = { viewer: Viewer; isNew: boolean };

type Outcome = SignedIn | "unproven";

async function finish(
  trx: Trx,
  ctx: WriteContext,
  account: { id: string; email: string },
  signIn: Omit<SignIn, "name">,
): Promise<Viewer> {
  await bindToken(trx, account.id, signIn.binding, ctx.now, signIn.device);
  await recordAudit(trx, ctx, { kind: "account", accountId: account.id }, "network.login");
  const viewer = await readViewer(trx, ctx.secret, account.id, account.email);
  // Suspended, which the profile alone knows.
  if (!viewer) throw new AppError("network-failed", { message: SENTENCES.suspended() });
  return viewer;
}

/**
 * The account that a sign-in leads into, held until the transaction ends and as
 * it is by then: what its owner changed meanwhile (deleted it, confirmed it)
 * counts, and nothing is bound to an account that is gone.
 */
async function hold(trx: Trx, identity: NetworkIdentity): Promise<Found> {
  const found = await findAccount(trx, identity);
  if (found.by === "nothing") return found;
  await trx.selectFrom("account").select("id").where("id", "=", found.id).forNoKeyUpdate().execute();
  return findAccount(trx, identity);
}

/** Uses a ticket up. The account is held first, as by whoever deletes it with its tickets. */
async function spend(
  trx: Trx,
  ctx: WriteContext,
  ticket: Ticket,
  signIn: Omit<SignIn, "name">,
): Promise<NetworkIdentity | undefined> {
  await hold(trx, ticket.identity);
  return spendTicket(trx, ticket.handleHash, ctx.now, signIn.binding.token.hash);
}

/** Notes that an identity leads into an account from now on. */
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
  await recordAudit(trx, ctx, { kind: "account", accountId }, "network.linked");
}

/** The sentence for an e-mail that has an account, told only to who owns the e-mail; to others no more than sign-up tells. */
function refuseKnownEmail(found: Found, identity: NetworkIdentity, name = "the network"): void {
  if (found.by !== "email") return;
  if (!identity.emailVerified || found.suspended) throw new AppError("email-in-use");
  if (found.isProven) throw new AppError("network-known-email", { message: SENTENCES.known(name) });
}

/**
 * Signs in who a network has proven to be there (trust: account linking).
 * The identity decides, never the e-mail: a known one leads into its account
 * whatever its e-mail has become; a new one with an e-mail that nobody has makes
 * an account. An e-mail that has an account is merged with nothing here.
 */
async function enter(
  trx: Trx,
  ctx: WriteContext,
  identity: NetworkIdentity,
  signIn: Omit<SignIn, "name"> & { name?: string },
): Promise<Outcome> {
  const found = await hold(trx, identity);
  if (found.by === "identity") {
    if (found.suspended) throw new AppError("network-failed", { message: SENTENCES.suspended() });
    return { viewer: await finish(trx, ctx, found, signIn), isNew: false };
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
  return { viewer: await finish(trx, ctx, { id, email: identity.email }, signIn), isNew: true };
}

/**
 * The end of a sign-in on our own pages.
 * @throws AppError network-failed, network-known-email, network-unproven-email with a `ticket` for the claim, email-in-use
 */
export async function signInByNetwork(ctx: WriteContext, identity: NetworkIdentity, signIn: SignIn): Promise<SignedIn> {
  const outcome = await ctx.db.transaction().execute((trx) => enter(trx, ctx, identity, signIn));
  if (outcome !== "unproven") return outcome;
  const ticket = await issueTicket(ctx, identity, ctx.tokenHash);
  throw new AppError("network-unproven-email", { message: SENTENCES.unproven(signIn.name), extra: { ticket } });
}

/**
 * Login by e-mail and the ticket that is bound to the calling token; the
 * e-mail must be the one that the network has verified.
 * @returns undefined without such a ticket, for the caller to answer as to a wrong password
 * @throws AppError network-known-email, network-unproven-email; the ticket is then not used up
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
      const identity = ticket && (await spend(trx, ctx, ticket, signIn));
      if (!identity) return undefined;
      const outcome = await enter(trx, ctx, identity, signIn);
      if (outcome === "unproven") throw new AppError("network-unproven-email");
      return outcome.viewer;
    });
  } catch (error) {
    // Suspended, or taken a moment ago: no more is told than to a wrong password.
    if (error instanceof AppError && error.status === 400) return undefined;
    throw error;
  }
}

/**
 * The owner of an e-mail, proven by the network, takes over the account that
 * somebody made with it and never confirmed: identity in; password, passkeys,
 * identities and sessions of before out.
 * @throws AppError network-failed when the ticket is not this session's or the account is no longer such a one
 */
export async function claimAccount(ctx: WriteContext, ticket: string, signIn: SignIn): Promise<Viewer> {
  const stale = () => new AppError("network-failed", { message: SENTENCES.stale(signIn.name) });
  const { tokenHash } = ctx;
  if (!tokenHash) throw stale();
  return ctx.db.transaction().execute(async (trx) => {
    const found = await findByHandle(trx, { handle: ticket, tokenHash });
    const identity = found && (await spend(trx, ctx, found, signIn));
    if (!identity?.emailVerified) throw stale();
    const account = await hold(trx, identity);
    if (account.by !== "email" || account.isProven || account.suspended) throw stale();
    await takeOver(trx, ctx, identity, account.id);
    return finish(trx, ctx, account, signIn);
  });
}

/**
 * A new person's profile takes over what the network knows. The sign-in has
 * succeeded already and stays so; what could not be filled the person types.
 */
export async function welcome(ctx: WriteContext & { viewer: Viewer }, identity: NetworkIdentity): Promise<Viewer> {
  try {
    const { created } = await fillProfile(ctx, {
      profileId: ctx.viewer.profileId,
      fields: toIdentityFields(identity),
      created: true,
    });
    return { ...ctx.viewer, profileCreated: created };
  } catch {
    return ctx.viewer;
  }
}

/** Everything that led into an unconfirmed account before its proven owner came ends; then the identity leads in. */
export async function takeOver(
  trx: Trx,
  ctx: WriteContext,
  identity: NetworkIdentity,
  accountId: string,
  keep?: Buffer,
): Promise<void> {
  await reclaimAccount(trx, ctx, accountId, keep);
  await addIdentity(trx, ctx, identity, accountId);
}
