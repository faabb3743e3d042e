import type { Context } from "hono";
import type { AppEnv } from "./context.ts";
import { takeShared, type Counted } from "./rate-limit.ts";

/**
 * Counts this request against limits that all processes share.
 * @throws AppError too-many-requests
 */
export function takeLimits(c: Context<AppEnv>, ...limits: Counted[]): Promise<void> {
  const { db, secret, config } = c.var.services;
  return takeShared({ db, secret, now: c.var.now }, limits, config);
}
