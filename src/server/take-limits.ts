import type { Context } from "hono";
import type { AppEnv } from "./context.ts";
import { takeShared } from "./rate-limit.ts";

/**
 * Counts this request against limits that all processes share.
 * @throws AppError too-many-requests
 */
export function takeLimits(c: Context<AppEnv>, ...limits: Parameters<typeof takeShared>[4]): Promise<void> {
  const { services, now } = c.var;
  return takeShared(services.db, services.secret, services.config.rateLimitFactor, now, limits);
}
