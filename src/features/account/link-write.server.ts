import { sql } from "kysely";
import { createHash, randomBytes } from "node:crypto";
import { AppError } from "#core/errors.ts";
import type { Reader, Trx } from "#db/connect.ts";
import { deleteInBatches } from "#db/in-batches.ts";
import type { WriteContext } from "#server/context.ts";
import { LINK_LIFE_MS, type LinkPurpose } from "./rules.ts";

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/**
 * A new link's token, 32 random bytes. Older links of the same purpose end.
 * @param email the address that the link proves
 */
export async function issueLink(
  trx: Trx,
  now: Date,
  link: { accountId: string; purpose: LinkPurpose; email: string },
): Promise<string> {
  // If two links are made at the same time, only the later one works.
  await trx.selectFrom("account").select("id").where("id", "=", link.accountId).forNoKeyUpdate().execute();
  await trx
    .deleteFrom("account_link")
    .where("account_id", "=", link.accountId)
    .where("purpose", "=", link.purpose)
    .execute();
  const token = randomBytes(32).toString("base64url");
  await trx
    .insertInto("account_link")
    .values({
      token_hash: hashOf(token),
      account_id: link.accountId,
      purpose: link.purpose,
      email: link.email,
      created_at: now,
      expires_at: new Date(now.getTime() + LINK_LIFE_MS[link.purpose]),
    })
    .execute();
  return token;
}

type Link = { accountId: string; email: string };

/** Reads a link without using it up. @throws AppError bad-link */
export async function readLink(db: Reader, now: Date, token: string, purpose: LinkPurpose): Promise<Link> {
  const row = await db
    .selectFrom("account_link")
    .select(["account_id as accountId", "email"])
    .where("token_hash", "=", hashOf(token))
    .where("purpose", "=", purpose)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  if (!row) throw new AppError("bad-link");
  return row;
}

/** Uses a link up. Call it inside the transaction of the change that the link allows. @throws AppError bad-link */
export async function takeLink(trx: Trx, now: Date, token: string, purpose: LinkPurpose): Promise<Link> {
  // Lock the account first, as every other change does: another order could deadlock.
  const { accountId } = await readLink(trx, now, token, purpose);
  await trx.selectFrom("account").select("id").where("id", "=", accountId).forNoKeyUpdate().execute();
  const row = await trx
    .deleteFrom("account_link")
    .where("token_hash", "=", hashOf(token))
    .returning(["account_id as accountId", "email"])
    .executeTakeFirst();
  if (!row) throw new AppError("bad-link");
  return row;
}

/** Ends all links of an account whose password or address has changed. */
export async function deleteLinks(trx: Trx, accountId: string): Promise<void> {
  await trx.deleteFrom("account_link").where("account_id", "=", accountId).execute();
}

export async function deleteExpiredLinks(ctx: Pick<WriteContext, "db" | "now">): Promise<void> {
  await deleteInBatches(ctx.db, { table: "account_link", where: sql`expires_at <= ${ctx.now}` });
}

/** Call after a restore. Ends all links, because some were used after the backup was made. */
export async function deleteAllLinks(trx: Trx): Promise<void> {
  await trx.deleteFrom("account_link").execute();
}
