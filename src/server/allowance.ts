import type { Limiter } from "./limiter.ts";
import type { Limit } from "./rate-limit.ts";

/** A counter that a request used: its limit, and the caller. */
export type Allowance = { limit: Limit; who: string };

/** Chooses the counter with less left. The answer's headers show this one. */
export function tighterOf(limiter: Limiter, one: Allowance, other: Allowance, now: number): Allowance {
  const leftOf = ({ limit, who }: Allowance): number => limiter.stateOf(limit, who, now).left;
  return leftOf(other) < leftOf(one) ? other : one;
}

/**
 * The headers that show what is left of an allowance: `RateLimit` and `RateLimit-Policy` of the present draft
 * (draft-ietf-httpapi-ratelimit-headers-09), and the three fields of earlier drafts, which most clients read.
 * @param now milliseconds
 */
export function allowanceHeaders(limiter: Limiter, { limit, who }: Allowance, now: number): [string, string][] {
  const { hits, left, reset } = limiter.stateOf(limit, who, now);
  return [
    ["ratelimit-policy", `"${limit.name}";q=${hits};w=${limit.seconds}`],
    ["ratelimit", `"${limit.name}";r=${left};t=${reset}`],
    ["ratelimit-limit", String(hits)],
    ["ratelimit-remaining", String(left)],
    ["ratelimit-reset", String(reset)],
  ];
}
