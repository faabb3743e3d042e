import type { Limiter } from "./limiter.ts";
import type { Limit } from "./rate-limit.ts";

/** The counter that a request used: whose, and of which limit. */
export type Allowance = { limit: Limit; who: string };

/** Of two counters that a request used, the one of which less is left: it is told. */
export function tighterOf(limiter: Limiter, one: Allowance, other: Allowance, now: number): Allowance {
  const leftOf = ({ limit, who }: Allowance): number => limiter.stateOf(limit, who, now).left;
  return leftOf(other) < leftOf(one) ? other : one;
}

/**
 * What is left of an allowance: `RateLimit` and `RateLimit-Policy` as the present draft has them
 * (draft-ietf-httpapi-ratelimit-headers-09), and the three single fields of the drafts before, which most clients read.
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
