import { DAY_MS } from "#core/calendar.ts";
import { AppError } from "#core/errors.ts";
import { recordAudit } from "#features/audit/write.server.ts";
import { queueMail, type Site } from "#features/mail/write.server.ts";
import type { SignedInContext } from "#server/context.ts";
import { newPublicId } from "#server/ids.ts";
import { issueAccessToken } from "#server/token.ts";
import { accessTokenEmail } from "./emails.ts";
import { requireLiveSession, requireProof } from "./proof-write.server.ts";
import { MAX_ACCESS_TOKENS } from "./rules.ts";
import type { AccessTokenInput } from "./schema.ts";
import { NO_FORMER_IDS } from "./write.server.ts";

/** Means "not used yet": the column cannot be null, so it gets a time before the token was made. */
const NEVER = new Date(0);

/**
 * Makes an access token, and mails the account's address.
 * @returns the token and its id. The database stores only the token's SHA-256.
 * @throws AppError not-proven, too-many-access-tokens
 */
export async function createAccessToken(
  ctx: SignedInContext,
  site: Site,
  input: AccessTokenInput,
): Promise<{ token: string; id: string }> {
  await requireProof(ctx, {}, site.rateLimitFactor);
  const { accountId, sessionsFrom } = ctx.viewer;
  const { text, hash } = issueAccessToken(ctx.secret);
  const id = newPublicId();
  await ctx.db.transaction().execute(async (trx) => {
    // Lock the account, so that two calls cannot both pass the limit, and no token is made while it is being deleted.
    const account = await trx
      .selectFrom("account")
      .select("email")
      .where("id", "=", accountId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!account) throw new AppError("no-session");
    await requireLiveSession(trx, ctx);
    const { n } = await trx
      .selectFrom("session")
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .where("account_id", "=", accountId)
      .where("kind", "=", "access-token")
      .where("created_at", ">", sessionsFrom)
      .where("ended_at", "is", null)
      .where("expires_at", ">", ctx.now)
      .executeTakeFirstOrThrow();
    if (n >= MAX_ACCESS_TOKENS) throw new AppError("too-many-access-tokens");
    await trx
      .insertInto("session")
      .values({
        token_hash: hash,
        public_id: id,
        account_id: accountId,
        kind: "access-token",
        scope: input.scope,
        device: input.name,
        created_at: ctx.now,
        used_at: NEVER,
        expires_at: new Date(ctx.now.getTime() + input.days * DAY_MS),
        ended_at: null,
        proven_at: null,
      })
      .execute();
    const content = accessTokenEmail(site.baseUrl);
    await queueMail(trx, ctx, { kind: "account-notice", recipient: account.email, content, accountId });
    await recordAudit(trx, ctx, {
      actor: { kind: "account", accountId },
      action: "account.access-token-made",
      detail: { scope: input.scope },
    });
  });
  return { token: text, id };
}

/** Ends one of the caller's own live access tokens, in every process at once. @throws AppError not-found */
export async function revokeAccessToken(ctx: SignedInContext, id: string): Promise<void> {
  const { accountId } = ctx.viewer;
  await ctx.db.transaction().execute(async (trx) => {
    const ended = await trx
      .updateTable("session")
      .set({ ended_at: ctx.now, ...NO_FORMER_IDS })
      .where("public_id", "=", id)
      .where("account_id", "=", accountId)
      .where("kind", "=", "access-token")
      .where("ended_at", "is", null)
      .returning("public_id")
      .executeTakeFirst();
    if (!ended) throw new AppError("not-found", { message: "There is no such access token." });
    await recordAudit(trx, ctx, { actor: { kind: "account", accountId }, action: "account.access-token-revoked" });
  });
}
