import { HOUR_MS, MINUTE_MS } from "#core/calendar.ts";

/** How long an administrator's session lasts without use, and in all; milliseconds. */
export const ADMIN_IDLE_MS = 30 * MINUTE_MS;
export const ADMIN_LIFE_MS = 12 * HOUR_MS;
/** Bearer tokens that one session of an API client may hold; the oldest give way. */
export const TOKENS_PER_SESSION = 50;

export function isLive(session: { usedAt: Date; expiresAt: Date; endedAt: Date | null }, now: Date): boolean {
  const isIdle = session.usedAt.getTime() + ADMIN_IDLE_MS <= now.getTime();
  return session.endedAt === null && session.expiresAt > now && !isIdle;
}

/** Six digits, typed with or without blanks; undefined for anything else. */
export function readCode(text: string): string | undefined {
  const digits = text.replaceAll(/[ -]/g, "");
  return /^[0-9]{6}$/.test(digits) ? digits : undefined;
}
