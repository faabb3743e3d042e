import { compareText } from "#core/text.ts";
import { sql } from "kysely";
import { AppError } from "#core/errors.ts";
import type { Database } from "#db/connect.ts";
import { deleteInBatches } from "#db/in-batches.ts";
import { keyedHash } from "./ids.ts";
import type { Delta } from "./limiter.ts";

export type Limit = { name: string; hits: number; seconds: number };

/** On by default, also for requests from loopback: behind a local proxy, all requests come from there. */
export const LIMITS = {
  visitor: { name: "visitor", hits: 300, seconds: 300 },
  signedIn: { name: "signed-in", hits: 1_500, seconds: 300 },
  accessToken: { name: "access-token", hits: 600, seconds: 300 },
  accessTokenMade: { name: "access-token-made", hits: 20, seconds: 86_400 },
  pages: { name: "pages", hits: 600, seconds: 300 },
  lookup: { name: "lookup", hits: 300, seconds: 300 },
  signup: { name: "signup", hits: 5, seconds: 1_800 },
  signupInvited: { name: "signup-invited", hits: 100, seconds: 1_800 },
  username: { name: "username", hits: 10, seconds: 600 },
  usernameDay: { name: "username-day", hits: 10, seconds: 86_400 },
  anonymityCheck: { name: "meter", hits: 60, seconds: 86_400 },
  networkReturn: { name: "network-return", hits: 25, seconds: 300 },
  loginAddress: { name: "login-address", hits: 25, seconds: 300 },
  loginEmail: { name: "login-email", hits: 25, seconds: 3_600 },
  loginEmailAll: { name: "login-email-all", hits: 25, seconds: 3_600 },
  loginWork: { name: "login-work", hits: 1, seconds: 7_200 },
  loginEmailDay: { name: "login-email-day", hits: 300, seconds: 86_400 },
  accountMailSender: { name: "account-mail-sender", hits: 30, seconds: 3_600 },
  accountMailEmail: { name: "account-mail-email", hits: 3, seconds: 86_400 },
  picture: { name: "picture", hits: 30, seconds: 3_600 },
  paths: { name: "paths", hits: 240, seconds: 300 },
  files: { name: "files", hits: 6_000, seconds: 300 },
  passkeyAddress: { name: "passkey-address", hits: 60, seconds: 300 },
  adminAddress: { name: "admin-address", hits: 25, seconds: 300 },
  adminEmail: { name: "admin-email", hits: 25, seconds: 3_600 },
  adminEmailDay: { name: "admin-email-day", hits: 300, seconds: 86_400 },
  adminCode: { name: "admin-code", hits: 10, seconds: 600 },
  emailSend: { name: "email-send", hits: 30, seconds: 3_600 },
  suggestion: { name: "suggestion", hits: 5, seconds: 3_600 },
  report: { name: "report", hits: 5, seconds: 3_600 },
  signUpsOfAddress: { name: "sign-ups-of-address", hits: 30, seconds: 86_400 },
  shareLink: { name: "share-link", hits: 60, seconds: 3_600 },
  weeklyEmail: { name: "weekly-email", hits: 30, seconds: 3_600 },
  typedNames: { name: "typed-names", hits: 300, seconds: 86_400 },
  typedNamesOfAddress: { name: "typed-names-of-address", hits: 3_000, seconds: 86_400 },
  feedRoute: { name: "feed-route", hits: 30, seconds: 86_400 },
  earlyAccess: { name: "early-access", hits: 10, seconds: 3_600 },
  invitations: { name: "invitations", hits: 30, seconds: 3_600 },
  newsletterSender: { name: "newsletter-sender", hits: 30, seconds: 3_600 },
  newsletterEmail: { name: "newsletter-email", hits: 3, seconds: 86_400 },
} as const satisfies Record<string, Limit>;

/** The counted address, e-mail or account is stored only as an HMAC. */
function bucketOf(secret: Buffer, limit: Limit, who: string): string {
  return `${limit.name}:${keyedHash(secret, "limit", who).toString("base64url").slice(0, 22)}`;
}

/** Adds one process's counts to the shared ones. @returns the hits of all processes, in the order of `deltas` */
export async function settleCounters(db: Database, secret: Buffer, deltas: readonly Delta[]): Promise<number[]> {
  const keys = deltas.map(({ limit, who, windowStart }) => `${windowStart} ${bucketOf(secret, limit, who)}`);
  const sums = new Map<string, number>();
  for (const [n, { hits }] of deltas.entries()) sums.set(keys[n] ?? "", (sums.get(keys[n] ?? "") ?? 0) + hits);
  // Lock rows in the same order everywhere, to avoid deadlocks.
  const rows = [...sums].toSorted(([a], [b]) => compareText(a, b));
  const { rows: counted } = await sql<{ key: string; hits: number }>`
    insert into rate_limit (bucket, window_start, hits)
    select split_part(key, ' ', 2), to_timestamp(split_part(key, ' ', 1)::bigint / 1000.0), hits
    from unnest(${rows.map(([key]) => key)}::text[], ${rows.map(([, hits]) => hits)}::integer[]) as delta (key, hits)
    on conflict (bucket, window_start) do update set hits = rate_limit.hits + excluded.hits
    returning (extract(epoch from window_start) * 1000)::bigint || ' ' || bucket as key, hits`.execute(db);
  const totals = new Map(counted.map(({ key, hits }) => [key, hits]));
  return keys.map((key) => totals.get(key) ?? 0);
}

/** The limit's window of this moment, in milliseconds. Windows are the same in every process. */
function windowOf(limit: Limit, now: Date): { start: number; end: number } {
  const length = limit.seconds * 1_000;
  const start = Math.floor(now.getTime() / length) * length;
  return { start, end: start + length };
}

/** `hits` is 1 where it is not given. */
export type Counted = { limit: Limit; who: string; hits?: number };

type Context = { db: Database; secret: Buffer; now: Date };

/** Counts hits in PostgreSQL. @returns the hits of all processes in this window, and the window's end */
export async function countShared(
  { db, secret, now }: Context,
  { limit, who, hits: added = 1 }: Counted,
): Promise<{ hits: number; end: number }> {
  const { start, end } = windowOf(limit, now);
  const { hits } = await db
    .insertInto("rate_limit")
    .values({ bucket: bucketOf(secret, limit, who), window_start: new Date(start), hits: added })
    .onConflict((conflict) =>
      conflict.columns(["bucket", "window_start"]).doUpdateSet({ hits: sql`rate_limit.hits + excluded.hits` }),
    )
    .returning("hits")
    .executeTakeFirstOrThrow();
  return { hits, end };
}

/**
 * Counts directly in PostgreSQL, so that the limit is exact across all processes. For values that must not be guessed.
 * Windows are fixed.
 * @param options.rateLimitFactor multiplies the hits of each limit
 * @param options.message replaces the sentence of too-many-requests
 * @throws AppError too-many-requests with the seconds to wait
 */
export async function takeShared(
  ctx: Context,
  limits: readonly Counted[],
  { rateLimitFactor, message }: { rateLimitFactor: number; message?: string },
): Promise<void> {
  for (const one of limits) {
    const { hits, end } = await countShared(ctx, one);
    if (hits > one.limit.hits * rateLimitFactor) {
      throw new AppError("too-many-requests", {
        retryAfter: Math.max(1, Math.ceil((end - ctx.now.getTime()) / 1_000)),
        ...(message === undefined ? {} : { message }),
      });
    }
  }
}

/** Takes back the last hit of `takeShared`, for limits that count only wrong tries. */
export async function giveBackShared({ db, secret, now }: Context, { limit, who }: Counted): Promise<void> {
  await db
    .updateTable("rate_limit")
    .set((eb) => ({ hits: eb("hits", "-", 1) }))
    .where("bucket", "=", bucketOf(secret, limit, who))
    .where("window_start", "=", new Date(windowOf(limit, now).start))
    .where("hits", ">", 0)
    .execute();
}

/** Deletes the counters of past windows. Counters of removed limits go after a day. */
export async function deleteOldCounters({ db, now }: { db: Database; now: Date }): Promise<void> {
  const table = "rate_limit";
  const before = (seconds: number): Date => new Date(now.getTime() - seconds * 1_000);
  // Each limit's counters lie together in the index: "name:…" is before "name;".
  for (const { name, seconds } of Object.values<Limit>(LIMITS)) {
    const where = sql`bucket >= ${`${name}:`} and bucket < ${`${name};`} and window_start < ${before(seconds)}`;
    await deleteInBatches(db, { table, where });
  }
  await deleteInBatches(db, { table, where: sql`window_start < ${before(86_400)}` });
}
