import type { Context } from "hono";
import type { AppEnv } from "./context.ts";
import { LIMITS, takeShared, type Counted } from "./rate-limit.ts";

/**
 * Counts this request against limits that all processes share.
 * @throws AppError too-many-requests
 */
export function takeLimits(c: Context<AppEnv>, ...limits: Counted[]): Promise<void> {
  const { db, secret, config } = c.var.services;
  return takeShared({ db, secret, now: c.var.now }, limits, config);
}

/**
 * Call before a change that sends an e-mail. Counts for the client's address and for the account: whoever made an account
 * may not own its e-mail.
 * @throws AppError too-many-requests
 */
export function takeMail(c: Context<AppEnv>): Promise<void> {
  const { address, viewer } = c.var;
  const callers = viewer ? [address, viewer.accountId] : [address];
  return takeLimits(c, ...callers.map((who) => ({ limit: LIMITS.accountMailSender, who })));
}
