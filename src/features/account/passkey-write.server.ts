import { AppError } from "#core/errors.ts";
import type { Trx } from "#db/connect.ts";
import { recordAudit } from "#features/audit/write.server.ts";
import { queueMail } from "#features/mail/write.server.ts";
import type { Viewer, WriteContext } from "#server/context.ts";
import { newPublicId } from "#server/ids.ts";
import { passkeyAddedNotice, passkeyRemovedNotice } from "./letters.ts";
import {
  CHALLENGE_LIFE,
  challengeOf,
  checkAsserted,
  checkCreated,
  creationOptions,
  requestOptions,
} from "./passkey-protocol.server.ts";
import { readKey, readPresentKeys } from "./passkey-read.server.ts";
import {
  type Asserted,
  type CreationOptions,
  type Created,
  MAX_PASSKEYS,
  type RequestOptions,
} from "./passkey-schema.ts";
import { requireProof } from "./proof-write.server.ts";
import { readViewer } from "./read.server.ts";
import { bindToken } from "./session-write.server.ts";
import type { SignIn } from "./write.server.ts";

type OwnContext = WriteContext & { viewer: Viewer };
type Site = { baseUrl: string; rateLimitFactor: number };

function tokenOf(ctx: WriteContext): Buffer {
  if (!ctx.tokenHash) throw new AppError("no-session");
  return ctx.tokenHash;
}

/** One open question of a kind per token: the next one takes its place. */
async function keepChallenge(ctx: WriteContext, challenge: string, accountId: string | null): Promise<void> {
  const token = tokenOf(ctx);
  await ctx.db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom("passkey_challenge")
      .where("token_hash", "=", token)
      .where("account_id", accountId === null ? "is" : "is not", null)
      .execute();
    await trx
      .insertInto("passkey_challenge")
      .values({
        challenge,
        account_id: accountId,
        token_hash: token,
        expires_at: new Date(ctx.now.getTime() + CHALLENGE_LIFE),
      })
      .execute();
  });
}

/**
 * Uses a challenge up, whatever comes of the answer: it is good for one try,
 * by the token that asked.
 * @throws AppError passkey-failed
 */
async function takeChallenge(ctx: WriteContext, clientDataJSON: string, accountId: string | null): Promise<string> {
  const challenge = challengeOf(clientDataJSON);
  const taken = await ctx.db
    .deleteFrom("passkey_challenge")
    .where("challenge", "=", challenge)
    .where("token_hash", "=", tokenOf(ctx))
    .where("account_id", "is not distinct from", accountId)
    .where("expires_at", ">", ctx.now)
    .returning("challenge")
    .executeTakeFirst();
  if (!taken) throw new AppError("passkey-failed");
  return challenge;
}

/** @throws AppError not-proven, invalid-credentials, too-many-passkeys */
export async function beginPasskey(
  ctx: OwnContext,
  site: Site,
  input: { password?: string | undefined },
): Promise<CreationOptions> {
  await requireProof(ctx, input, site.rateLimitFactor);
  const { accountId, email } = ctx.viewer;
  const present = await readPresentKeys(ctx.db, accountId);
  if (present.length >= MAX_PASSKEYS) throw new AppError("too-many-passkeys");
  const options = await creationOptions(ctx.secret, site.baseUrl, { id: accountId, email }, present);
  await keepChallenge(ctx, options.challenge, accountId);
  return options;
}

/**
 * Adds the passkey that an authenticator made, and tells the account's address.
 * @returns its id
 * @throws AppError passkey-failed, too-many-passkeys
 */
export async function addPasskey(
  ctx: OwnContext,
  site: Site,
  input: { name: string; response: Created },
): Promise<string> {
  const { accountId } = ctx.viewer;
  const challenge = await takeChallenge(ctx, input.response.response.clientDataJSON, accountId);
  const key = await checkCreated(site.baseUrl, challenge, input.response);
  return ctx.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, accountId);
    const { n } = await trx
      .selectFrom("passkey")
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .where("account_id", "=", accountId)
      .executeTakeFirstOrThrow();
    if (n >= MAX_PASSKEYS) throw new AppError("too-many-passkeys");
    const added = await trx
      .insertInto("passkey")
      .values({
        id: key.id,
        public_id: newPublicId(),
        account_id: accountId,
        public_key: key.publicKey,
        counter: key.counter,
        transports: key.transports,
        name: input.name,
        created_at: ctx.now,
        used_at: null,
      })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .returning("public_id")
      .executeTakeFirst();
    // The same credential, here or at another account.
    if (!added) throw new AppError("passkey-failed");
    const letter = passkeyAddedNotice(site.baseUrl);
    await queueMail(trx, ctx, { kind: "account-notice", recipient: account.email, letter, accountId });
    await recordAudit(trx, ctx, { kind: "account", accountId }, "account.passkey-added");
    return added.public_id;
  });
}

/** @throws AppError no-session where the account is gone or suspended meanwhile */
async function lockAccount(trx: Trx, accountId: string): Promise<{ email: string; password_hash: string | null }> {
  const account = await trx
    .selectFrom("account")
    .select(["email", "password_hash", "suspended"])
    .where("id", "=", accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!account || account.suspended) throw new AppError("no-session");
  return account;
}

/** @throws AppError not-found for what is not one of the caller's own */
export async function renamePasskey(ctx: OwnContext, id: string, name: string): Promise<void> {
  const renamed = await ctx.db
    .updateTable("passkey")
    .set({ name })
    .where("public_id", "=", id)
    .where("account_id", "=", ctx.viewer.accountId)
    .returning("public_id")
    .executeTakeFirst();
  if (!renamed) throw new AppError("not-found", { message: "There is no such passkey." });
}

/**
 * Removes one of the caller's own, and tells the account's address.
 * @throws AppError not-proven, not-found, last-way-in
 */
export async function removePasskey(ctx: OwnContext, site: Site, id: string): Promise<void> {
  await requireProof(ctx, {}, site.rateLimitFactor);
  const { accountId } = ctx.viewer;
  await ctx.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, accountId);
    const removed = await trx
      .deleteFrom("passkey")
      .where("public_id", "=", id)
      .where("account_id", "=", accountId)
      .returning("public_id")
      .executeTakeFirst();
    if (!removed) throw new AppError("not-found", { message: "There is no such passkey." });
    if (account.password_hash === null && !(await hasOtherWayIn(trx, accountId))) throw new AppError("last-way-in");
    const letter = passkeyRemovedNotice(site.baseUrl);
    await queueMail(trx, ctx, { kind: "account-notice", recipient: account.email, letter, accountId });
    await recordAudit(trx, ctx, { kind: "account", accountId }, "account.passkey-removed");
  });
}

async function hasOtherWayIn(trx: Trx, accountId: string): Promise<boolean> {
  const key = await trx.selectFrom("passkey").select("id").where("account_id", "=", accountId).executeTakeFirst();
  if (key) return true;
  const identity = await trx
    .selectFrom("network_identity")
    .select("subject")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return identity !== undefined;
}

/** The question for whoever has a passkey here; it names nobody. */
export async function askForPasskey(ctx: WriteContext, site: Site): Promise<RequestOptions> {
  const options = await requestOptions(site.baseUrl);
  await keepChallenge(ctx, options.challenge, null);
  return options;
}

/**
 * Checks an answer of an authenticator and notes the use, inside the caller's
 * transaction: of two answers with one count one is refused.
 * @returns whose passkey it is
 */
async function checkAnswer(ctx: WriteContext, site: Site, response: Asserted) {
  const challenge = await takeChallenge(ctx, response.response.clientDataJSON, null);
  const key = await readKey(ctx.db, response.id);
  if (!key) return undefined;
  const counter = await checkAsserted(ctx.secret, site.baseUrl, challenge, response, key).catch((error: unknown) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });
  const note = async (trx: Trx): Promise<boolean> => {
    const noted = await trx
      .updateTable("passkey")
      .set({ counter: counter ?? 0, used_at: ctx.now })
      .where("id", "=", key.id)
      .where("account_id", "=", key.account_id)
      .where("counter", "=", key.counter)
      .returning("id")
      .executeTakeFirst();
    return noted !== undefined;
  };
  return { accountId: key.account_id, email: key.email, isRight: counter !== undefined && !key.suspended, note };
}

/**
 * Signs in whoever the passkey belongs to. Whatever is wrong (unknown, removed
 * or forged, of a suspended account) says the same.
 * @throws AppError passkey-failed
 */
export async function logInByPasskey(
  ctx: WriteContext,
  site: Site,
  response: Asserted,
  signIn: Omit<SignIn, "deviceMark">,
): Promise<Viewer> {
  const answer = await checkAnswer(ctx, site, response);
  const viewer = answer?.isRight
    ? await ctx.db.transaction().execute(async (trx) => {
        const account = await trx
          .selectFrom("account")
          .select(["email", "suspended"])
          .where("id", "=", answer.accountId)
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (!account || account.suspended || !(await answer.note(trx))) return undefined;
        const found = await readViewer(trx, ctx.secret, answer.accountId, account.email);
        if (!found) return undefined;
        await bindToken(trx, answer.accountId, signIn.binding, ctx.now, signIn.device);
        await recordAudit(trx, ctx, { kind: "account", accountId: answer.accountId }, "account.login", "", {
          by: "passkey",
        });
        return found;
      })
    : undefined;
  if (viewer) return viewer;
  const actor = answer ? ({ kind: "account", accountId: answer.accountId } as const) : ({ kind: "system" } as const);
  await recordAudit(ctx.db, ctx, actor, "account.login-failed", "", { by: "passkey" });
  throw new AppError("passkey-failed");
}

/**
 * The person is there: opens what asks for a fresh proof to this session.
 * @throws AppError passkey-failed, for a passkey of somebody else too
 */
export async function confirmByPasskey(ctx: OwnContext, site: Site, response: Asserted): Promise<void> {
  const answer = await checkAnswer(ctx, site, response);
  if (!answer?.isRight || answer.accountId !== ctx.viewer.accountId) throw new AppError("passkey-failed");
  const isNoted = await ctx.db.transaction().execute(async (trx) => {
    if (!(await answer.note(trx))) return false;
    await trx.updateTable("session").set({ proven_at: ctx.now }).where("token_hash", "=", tokenOf(ctx)).execute();
    return true;
  });
  if (!isNoted) throw new AppError("passkey-failed");
}

/** Drops questions that nobody answered in time. */
export async function forgetPasskeyChallenges(ctx: Pick<WriteContext, "db" | "now">): Promise<void> {
  await ctx.db.deleteFrom("passkey_challenge").where("expires_at", "<", ctx.now).execute();
}
