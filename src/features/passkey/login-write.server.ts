import { AppError } from "#core/errors.ts";
import type { Trx } from "#db/connect.ts";
import { recordAudit } from "#features/audit/write.server.ts";
import type { SignedInContext, Viewer, WriteContext } from "#server/context.ts";
import { keepChallenge, takeChallenge, tokenOf } from "./challenge-write.server.ts";
import { checkAsserted, requestOptions } from "./protocol.server.ts";
import { readKey } from "./read.server.ts";
import type { Asserted, RequestOptions } from "./schema.ts";
import type { Site } from "#features/mail/write.server.ts";
import { allowNewSession } from "#features/profile/sign-in-write.server.ts";
import { readViewer } from "#features/session/read.server.ts";
import { bindToken, noteProof } from "#features/session/write.server.ts";
import type { Binding } from "#server/binding.ts";

/** A challenge for anybody with a passkey here. It names nobody. */
export async function askForPasskey(ctx: WriteContext, site: Site): Promise<RequestOptions> {
  const options = await requestOptions(site.baseUrl);
  await keepChallenge(ctx, options.challenge, null);
  return options;
}

/**
 * Checks an authenticator's answer.
 * @returns the passkey's owner, and `note`, which records the use in the caller's transaction; of two answers with the
 * same counter, `note` refuses one
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
  return { accountId: key.account_id, email: key.email, isRight: counter !== undefined, note };
}

/**
 * Signs in the passkey's owner. Unknown, removed and forged passkeys and suspended accounts get the same answer.
 * @throws AppError passkey-failed
 */
export async function logInByPasskey(
  ctx: WriteContext,
  site: Site,
  response: Asserted,
  signIn: { binding: Binding; device: string },
): Promise<Viewer> {
  const answer = await checkAnswer(ctx, site, response);
  const viewer = answer?.isRight
    ? await ctx.db.transaction().execute(async (trx) => {
        const account = await trx
          .selectFrom("account")
          .select("email")
          .where("id", "=", answer.accountId)
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (!account || !(await answer.note(trx))) return undefined;
        const found = await readViewer(trx, ctx.secret, answer.accountId, account.email);
        if (!found) return undefined;
        await allowNewSession(trx, found, ctx.now);
        await bindToken(trx, answer.accountId, signIn.binding, ctx.now, signIn.device);
        await recordAudit(trx, ctx, {
          actor: { kind: "account", accountId: answer.accountId },
          action: "account.login",
          detail: { by: "passkey" },
        });
        return found;
      })
    : undefined;
  if (viewer) return viewer;
  const actor = answer ? ({ kind: "account", accountId: answer.accountId } as const) : ({ kind: "system" } as const);
  await recordAudit(ctx.db, ctx, { actor, action: "account.login-failed", detail: { by: "passkey" } });
  throw new AppError("passkey-failed");
}

/**
 * Proves that the person is present, so that this session may do what needs a fresh proof.
 * @throws AppError passkey-failed, also for another person's passkey
 */
export async function confirmByPasskey(ctx: SignedInContext, site: Site, response: Asserted): Promise<void> {
  const answer = await checkAnswer(ctx, site, response);
  if (!answer?.isRight || answer.accountId !== ctx.viewer.accountId) throw new AppError("passkey-failed");
  const isNoted = await ctx.db.transaction().execute(async (trx) => {
    if (!(await answer.note(trx))) return false;
    await noteProof(trx, tokenOf(ctx), ctx.now);
    return true;
  });
  if (!isNoted) throw new AppError("passkey-failed");
}
