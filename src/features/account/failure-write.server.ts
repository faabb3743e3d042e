import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { AppError } from "#core/errors.ts";
import type { WriteContext } from "#server/context.ts";
import { emailKey, FAILURE_MEMORY, FAILURE_WAITS, FREE_FAILURES } from "./rules.ts";

type Context = Pick<WriteContext, "db" | "now" | "secret">;

/**
 * What wrong passwords are counted by: the account tried and the network
 * address, or, for whoever was signed in to it before, the account and that
 * device. So nobody can lock somebody else out: their tries are counted by
 * their own address, and a known device is not counted among strangers behind
 * the same one. Known or not, an e-mail is counted alike.
 */
export function failureKey(secret: Buffer, email: string, from: { address: string } | { device: string }): string {
  const place = "device" in from ? `device ${from.device}` : `address ${from.address}`;
  return createHmac("sha256", secret)
    .update(`login-failure:${emailKey(email)} ${place}`)
    .digest("base64url");
}

/**
 * Counts a try as failed before the password is looked at, so that many tries
 * at once are not all the first; a right password takes the count back.
 * @param factor the tests' setting for limits; 1 in production
 * @throws AppError too-many-requests while the wait of the last failure runs
 */
export async function beginTry(ctx: Context, key: string, factor: number): Promise<void> {
  const free = FREE_FAILURES * factor;
  const waits = sql`${[...FAILURE_WAITS]}::integer[]`;
  const failures = sql`case when f.last_at < ${ctx.now}::timestamptz - make_interval(secs => ${FAILURE_MEMORY})
    then 1 else f.failures + 1 end`;
  const { rows } = await sql<{ failures: number }>`
    insert into login_failure as f (key, failures, last_at, wait_until)
    values (${key}, 1, ${ctx.now}, to_timestamp(0))
    on conflict (key) do update set
      failures = ${failures},
      last_at = excluded.last_at,
      wait_until = coalesce(excluded.last_at + make_interval(secs =>
        (${waits})[least(${failures} - ${free}, ${FAILURE_WAITS.length})]), to_timestamp(0))
    where f.wait_until <= excluded.last_at
    returning failures`.execute(ctx.db);
  if (rows.length > 0) return;
  const waiting = await ctx.db
    .selectFrom("login_failure")
    .select("wait_until")
    .where("key", "=", key)
    .executeTakeFirst();
  const left = (waiting?.wait_until.getTime() ?? 0) - ctx.now.getTime();
  throw new AppError("too-many-requests", { retryAfter: Math.max(1, Math.ceil(left / 1_000)) });
}

/** A right password: the count begins anew. */
export async function endTry(ctx: Pick<Context, "db">, key: string): Promise<void> {
  await ctx.db.deleteFrom("login_failure").where("key", "=", key).execute();
}

/** Drops counts that would begin anew anyway. */
export async function forgetOldFailures(ctx: Pick<Context, "db" | "now">): Promise<void> {
  await ctx.db
    .deleteFrom("login_failure")
    .where("last_at", "<", new Date(ctx.now.getTime() - FAILURE_MEMORY * 1_000))
    .execute();
}
