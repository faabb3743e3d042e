import { sql } from "kysely";
import { emailKey } from "#core/email.ts";
import { AppError } from "#core/errors.ts";
import { deleteInBatches } from "#db/in-batches.ts";
import type { WriteContext } from "./context.ts";
import { keyedHash } from "./ids.ts";

type Context = Pick<WriteContext, "db" | "now" | "secret">;

/** The first wrong passwords in a row cause no wait, because people mistype. */
const FREE_FAILURES = 3;
/** The wait after each further failure. */
const WAITS_SECONDS: readonly number[] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900];
/** A wait that ends later than this was stored by a clock that has been set back since. It is over. */
const LONGEST_WAIT_SECONDS = Math.max(...WAITS_SECONDS);
/** After this long without a failure the count starts again. */
const MEMORY_SECONDS = 86_400;

/**
 * The key for counting failures: the e-mail together with the network address, or with the device if it has signed in
 * to the account before. So nobody can lock somebody else out. Failures of unknown e-mails count too, so that answers
 * do not reveal which e-mails have an account.
 */
export function failureKey(secret: Buffer, email: string, from: { address: string } | { device: string }): string {
  const place = "device" in from ? `device ${from.device}` : `address ${from.address}`;
  return keyedHash(secret, "login-failure", `${emailKey(email)} ${place}`).toString("base64url");
}

/**
 * Counts a failure before the password is checked, so that parallel tries do not all count as the first. `endTry` takes
 * it back.
 * @param factor the tests' factor for limits; 1 in production
 * @throws AppError too-many-requests during the wait after the last failure
 */
export async function beginTry(ctx: Context, key: string, factor: number): Promise<void> {
  const free = FREE_FAILURES * factor;
  const waits = sql`${[...WAITS_SECONDS]}::integer[]`;
  const failures = sql`case when f.last_at < ${ctx.now}::timestamptz - make_interval(secs => ${MEMORY_SECONDS})
    then 1 else f.failures + 1 end`;
  const { rows } = await sql<{ failures: number }>`
    insert into login_failure as f (key, failures, last_at, wait_until)
    values (${key}, 1, ${ctx.now}, to_timestamp(0))
    on conflict (key) do update set
      failures = ${failures},
      last_at = excluded.last_at,
      wait_until = coalesce(excluded.last_at + make_interval(secs =>
        (${waits})[least(${failures} - ${free}, ${WAITS_SECONDS.length})]), to_timestamp(0))
    where f.wait_until <= excluded.last_at
      or f.wait_until > excluded.last_at + make_interval(secs => ${LONGEST_WAIT_SECONDS})
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

/** Call this after a right password. */
export async function endTry(ctx: Pick<Context, "db">, key: string): Promise<void> {
  await ctx.db.deleteFrom("login_failure").where("key", "=", key).execute();
}

export async function deleteOldFailures(ctx: Pick<Context, "db" | "now">): Promise<void> {
  const oldest = new Date(ctx.now.getTime() - MEMORY_SECONDS * 1_000);
  await deleteInBatches(ctx.db, { table: "login_failure", where: sql`last_at < ${oldest}` });
}
