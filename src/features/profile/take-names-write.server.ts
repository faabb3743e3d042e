import type { TakeNames } from "#features/catalogue/create-write.server.ts";
import { LIMITS, takeShared } from "#server/rate-limit.ts";
import type { Owner } from "./change-write.server.ts";

const TOO_MANY = "Too many new company names in one day. Save fewer of them now, and the rest tomorrow.";

/**
 * Counts the names of new companies against the account's limit of a day: a whole pipeline of new names six times. It
 * counts in the save's transaction, so that a refused save counts nothing.
 */
export function takeNamesOf({ secret, viewer, now }: Owner, rateLimitFactor: number): TakeNames {
  return (trx, hits) => {
    const limit = { limit: LIMITS.typedNames, who: viewer.accountId, hits };
    return takeShared(trx, secret, rateLimitFactor, now, [limit], TOO_MANY);
  };
}
