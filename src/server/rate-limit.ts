import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { AppError } from "#core/errors.ts";
import type { Database } from "#db/connect.ts";

export type Limit = { name: string; hits: number; seconds: number };

/** On by default, from loopback too: behind a local proxy everybody comes from there. */
export const LIMITS = {
  visitor: { name: "visitor", hits: 300, seconds: 300 },
  signedIn: { name: "signed-in", hits: 1_500, seconds: 300 },
  pages: { name: "pages", hits: 600, seconds: 300 },
  signup: { name: "signup", hits: 5, seconds: 1_800 },
  username: { name: "username", hits: 10, seconds: 600 },
  loginAddress: { name: "login-address", hits: 25, seconds: 300 },
  loginEmail: { name: "login-email", hits: 25, seconds: 3_600 },
  loginEmailDay: { name: "login-email-day", hits: 300, seconds: 86_400 },
  suggestion: { name: "suggestion", hits: 5, seconds: 3_600 },
} as const satisfies Record<string, Limit>;

const MAX_COUNTERS = 100_000;

/** Counts of this process, for the many cheap reads; a bounded map that forgets the oldest first. */
export class LocalLimiter {
  readonly #counters = new Map<string, { hits: number; until: number }>();
  readonly #factor: number;

  constructor(factor: number) {
    this.#factor = factor;
  }

  /** True when the next call would pass the limit; counts nothing. */
  isPast(limit: Limit, who: string, now: number): boolean {
    const counter = this.#counters.get(`${limit.name}:${who}`);
    return counter !== undefined && counter.until > now && counter.hits >= limit.hits * this.#factor;
  }

  /** @returns seconds to wait when the limit is passed, else 0 */
  take(limit: Limit, who: string, now: number): number {
    const key = `${limit.name}:${who}`;
    let counter = this.#counters.get(key);
    if (!counter || counter.until <= now) {
      this.#counters.delete(key);
      counter = { hits: 0, until: now + limit.seconds * 1_000 };
      this.#counters.set(key, counter);
      if (this.#counters.size > MAX_COUNTERS) {
        const oldest = this.#counters.keys().next().value;
        if (oldest !== undefined) this.#counters.delete(oldest);
      }
    }
    counter.hits += 1;
    if (counter.hits <= limit.hits * this.#factor) return 0;
    return Math.max(1, Math.ceil((counter.until - now) / 1_000));
  }
}

/**
 * Counts shared by all processes, for what must not be guessed: fixed windows
 * in PostgreSQL. What is counted (an address, an e-mail) is stored as an HMAC.
 * @throws AppError too-many-requests with the seconds to wait
 */
export async function takeShared(
  db: Database,
  secret: Buffer,
  factor: number,
  now: Date,
  limits: readonly { limit: Limit; who: string }[],
): Promise<void> {
  for (const { limit, who } of limits) {
    const bucket = `${limit.name}:${createHmac("sha256", secret).update(`limit:${who}`).digest("base64url").slice(0, 22)}`;
    const window = limit.seconds * 1_000;
    const start = Math.floor(now.getTime() / window) * window;
    const row = await db
      .insertInto("rate_limit")
      .values({ bucket, window_start: new Date(start), hits: 1 })
      .onConflict((conflict) =>
        conflict.columns(["bucket", "window_start"]).doUpdateSet({ hits: sql`rate_limit.hits + 1` }),
      )
      .returning("hits")
      .executeTakeFirstOrThrow();
    if (row.hits > limit.hits * factor) {
      throw new AppError("too-many-requests", {
        retryAfter: Math.max(1, Math.ceil((start + window - now.getTime()) / 1_000)),
      });
    }
  }
}

/** Drops the counters of windows that are over. */
export async function forgetOldLimits(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom("rate_limit")
    .where("window_start", "<", new Date(now.getTime() - 86_400_000))
    .execute();
}
