import type { Trx } from "#db/connect.ts";
import type { TakeNames } from "#features/catalogue/create-write.server.ts";
import type { SignedInContext } from "#server/context.ts";
import { LIMITS, takeShared } from "#server/rate-limit.ts";

const FEWER = "Save fewer of them now, and the rest tomorrow.";
const TOO_MANY = `Too many new company names in one day. ${FEWER}`;
const TOO_MANY_HERE = `Too many new company names from your network in one day. ${FEWER}`;
const TOO_MANY_USERNAMES =
  "Too many new usernames in one day. Choose a new one tomorrow, or an earlier one of yours today.";

// Both limits of this file are counted in the save's transaction, so that a save that is refused uses up nothing.

/**
 * Counts the names of new companies against the account's limit of a day, a whole pipeline of new names six times, and
 * against that of the address, which may be many people's.
 */
export function takeNamesOf(ctx: SignedInContext, rateLimitFactor: number): TakeNames {
  return async (db, hits) => {
    const own = { limit: LIMITS.typedNames, who: ctx.viewer.accountId, hits };
    await takeShared({ ...ctx, db }, [own], { rateLimitFactor, message: TOO_MANY });
    // Last: other saves from this address with new names wait from here until the commit.
    const shared = { limit: LIMITS.typedNamesOfAddress, who: ctx.address, hits };
    await takeShared({ ...ctx, db }, [shared], { rateLimitFactor, message: TOO_MANY_HERE });
  };
}

/** Counts a new username against the account's limit of a day, because each stays reserved for ever. */
export function takeUsernameOf(ctx: SignedInContext, rateLimitFactor: number): (db: Trx) => Promise<void> {
  const own = { limit: LIMITS.usernameDay, who: ctx.viewer.accountId };
  return (db) => takeShared({ ...ctx, db }, [own], { rateLimitFactor, message: TOO_MANY_USERNAMES });
}
