import { sql } from "kysely";
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { emailKey } from "#core/email.ts";
import type { Database, Trx } from "#db/connect.ts";
import { deleteInBatches } from "#db/in-batches.ts";
import type { NetworkIdentity } from "#external/network-claims.ts";
import type { WriteContext } from "#server/context.ts";
import { hashOf } from "./flow.server.ts";
import { TICKET_LIFE_MS } from "./rules.ts";

const HANDLE = /^n\.[A-Za-z0-9_-]{43}$/;

const claimsSchema = z.object({
  issuer: z.string(),
  subject: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  givenName: z.string(),
  familyName: z.string(),
  country: z.string(),
  language: z.string(),
  picture: z.string(),
  vanityName: z.string(),
});

/** Uses up a flow's state, whether the sign-in succeeds or not. @returns false where it was used before */
export async function spendState(ctx: Pick<WriteContext, "db">, state: string, expires: number): Promise<boolean> {
  const row = await ctx.db
    .insertInto("network_flow")
    .values({ state_hash: hashOf(state), expires_at: new Date(expires) })
    .onConflict((conflict) => conflict.column("state_hash").doNothing())
    .returning("state_hash")
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Keeps a proven identity for five minutes under a handle, of which only the SHA-256 is stored.
 * @param tokenHash the session that may sign in by it; undefined until GET /api/token binds the handle
 */
export async function issueTicket(
  ctx: Pick<WriteContext, "db" | "now">,
  identity: NetworkIdentity,
  tokenHash: Buffer | undefined,
): Promise<string> {
  const handle = `n.${randomBytes(32).toString("base64url")}`;
  await ctx.db
    .insertInto("network_ticket")
    .values({
      handle_hash: hashOf(handle),
      issuer: identity.issuer,
      subject: identity.subject,
      claims: JSON.stringify(identity),
      token_hash: tokenHash ?? null,
      expires_at: new Date(ctx.now.getTime() + TICKET_LIFE_MS),
      used_at: null,
    })
    .execute();
  return handle;
}

/** Ties a handle to the token that may sign in by it, once. An unknown, old or tied handle changes nothing. */
export async function bindTicket(
  ctx: Pick<WriteContext, "db" | "now">,
  handle: string,
  tokenHash: Buffer,
): Promise<void> {
  if (!HANDLE.test(handle)) return;
  await ctx.db
    .updateTable("network_ticket")
    .set({ token_hash: tokenHash })
    .where("handle_hash", "=", hashOf(handle))
    .where("token_hash", "is", null)
    .where("used_at", "is", null)
    .where("expires_at", ">", ctx.now)
    .execute();
}

/**
 * Uses up a ticket. If two requests use it at the same time, one of them fails.
 * @param tokenHash the session that signs in; it may be a fresh one in place of the one the ticket is bound to
 */
export async function spendTicket(
  trx: Trx,
  handleHash: Buffer,
  now: Date,
  tokenHash: Buffer,
): Promise<NetworkIdentity | undefined> {
  const row = await trx
    .updateTable("network_ticket")
    .set({ used_at: now, token_hash: tokenHash })
    .where("handle_hash", "=", handleHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returning("claims")
    .executeTakeFirst();
  return row && claimsSchema.parse(row.claims);
}

export type Ticket = { handleHash: Buffer; identity: NetworkIdentity };

/** Finds the ticket of this token with this verified e-mail. Does not use it up. */
export async function findTicket(
  db: Database | Trx,
  input: { tokenHash: Buffer; email: string; now: Date },
): Promise<Ticket | undefined> {
  const rows = await db
    .selectFrom("network_ticket")
    .select(["handle_hash", "claims"])
    .where("token_hash", "=", input.tokenHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", input.now)
    .execute();
  return rows
    .map(({ handle_hash, claims }) => ({ handleHash: handle_hash, identity: claimsSchema.parse(claims) }))
    .find(({ identity }) => identity.emailVerified && emailKey(identity.email) === emailKey(input.email));
}

/** The same by the handle itself, for the session that it is bound to. */
export async function findByHandle(
  db: Database | Trx,
  input: { handle: string; tokenHash: Buffer },
): Promise<Ticket | undefined> {
  if (!HANDLE.test(input.handle)) return undefined;
  const row = await db
    .selectFrom("network_ticket")
    .select(["handle_hash", "claims"])
    .where("handle_hash", "=", hashOf(input.handle))
    .where("token_hash", "=", input.tokenHash)
    .executeTakeFirst();
  return row && { handleHash: row.handle_hash, identity: claimsSchema.parse(row.claims) };
}

export async function deleteExpiredTickets(ctx: Pick<WriteContext, "db" | "now">): Promise<void> {
  const where = sql`expires_at < ${ctx.now}`;
  await deleteInBatches(ctx.db, { table: "network_flow", where });
  await deleteInBatches(ctx.db, { table: "network_ticket", where });
}
