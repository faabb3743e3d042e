import { sql } from "kysely";
import { AppError } from "#core/errors.ts";
import type { Trx } from "#db/connect.ts";
import { recordAudit } from "#features/audit/write.server.ts";
import { queueMail, type Site } from "#features/mail/write.server.ts";
import { requireLiveSession, requireProof } from "#features/session/proof-write.server.ts";
import type { SignedInContext } from "#server/context.ts";
import { findAllForgotten, noteForgotten } from "#server/forgotten.ts";
import { newPublicId } from "#server/ids.ts";
import { keepChallenge, takeChallenge } from "./challenge-write.server.ts";
import { passkeyAddedEmail, passkeyRemovedEmail } from "./emails.ts";
import { checkCreated, creationOptions } from "./protocol.server.ts";
import { readPresentKeys } from "./read.server.ts";
import { MAX_PASSKEYS } from "./rules.ts";
import type { CreationOptions, Created } from "./schema.ts";

/** @throws AppError not-proven, invalid-credentials, too-many-passkeys */
export async function beginPasskey(
  ctx: SignedInContext,
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
 * Adds the passkey that an authenticator made, and mails the account's address.
 * @returns its id
 * @throws AppError passkey-failed, too-many-passkeys
 */
export async function addPasskey(
  ctx: SignedInContext,
  site: Site,
  input: { name: string; response: Created },
): Promise<string> {
  const { accountId } = ctx.viewer;
  const challenge = await takeChallenge(ctx, input.response.response.clientDataJSON, accountId);
  const key = await checkCreated(site.baseUrl, challenge, input.response);
  return ctx.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, accountId);
    await requireLiveSession(trx, ctx);
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
    // The same credential exists, in this account or another one.
    if (!added) throw new AppError("passkey-failed");
    const content = passkeyAddedEmail(site.baseUrl);
    await queueMail(trx, ctx, { kind: "account-notice", recipient: account.email, content, accountId });
    await recordAudit(trx, ctx, { actor: { kind: "account", accountId }, action: "account.passkey-added" });
    return added.public_id;
  });
}

/** @throws AppError no-session where the account is gone meanwhile */
async function lockAccount(trx: Trx, accountId: string): Promise<{ email: string; password_hash: string | null }> {
  const account = await trx
    .selectFrom("account")
    .select(["email", "password_hash"])
    .where("id", "=", accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!account) throw new AppError("no-session");
  return account;
}

/** @throws AppError not-found if it is not one of the caller's own */
export async function renamePasskey(ctx: SignedInContext, id: string, name: string): Promise<void> {
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
 * Removes one of the caller's own passkeys, and mails the account's address. A mark keeps it removed after a restore.
 * @throws AppError not-proven, not-found, last-way-in
 */
export async function removePasskey(ctx: SignedInContext, site: Site, id: string): Promise<void> {
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
    await noteForgotten(trx, ctx, { kind: "passkey", key: id });
    const content = passkeyRemovedEmail(site.baseUrl);
    await queueMail(trx, ctx, { kind: "account-notice", recipient: account.email, content, accountId });
    await recordAudit(trx, ctx, { actor: { kind: "account", accountId }, action: "account.passkey-removed" });
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

/**
 * Call after a restore. The backup contains passkeys that their owners removed after it was made, for example because
 * somebody else has the device. Removes them again.
 */
export async function removeRemovedPasskeys(trx: Trx, secret: Buffer): Promise<number> {
  const removed = await findAllForgotten(trx, secret, "passkey", (after, most) =>
    trx
      .selectFrom("passkey")
      .select("public_id as key")
      .where("public_id", ">", after)
      .orderBy("public_id")
      .limit(most)
      .execute(),
  );
  if (removed.length > 0)
    await trx
      .deleteFrom("passkey")
      .where("public_id", "=", sql<string>`any(${removed}::text[])`)
      .execute();
  return removed.length;
}

export async function deletePasskeys(trx: Trx, accountId: string): Promise<void> {
  await trx.deleteFrom("passkey").where("account_id", "=", accountId).execute();
}
