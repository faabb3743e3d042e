import { MINUTE_MS } from "#core/calendar.ts";
import { keyedHash } from "./ids.ts";

/**
 * Random numbers that are the same for everybody within a minute. A random list can then be cached for all visitors.
 * After a purge the same list is drawn again, so the purge does not reveal that somebody saved.
 * @returns a function that returns numbers, 0 <= x < 1; their order depends only on the minute
 */
export function minuteChance(secret: Buffer, now: Date, purpose: string): () => number {
  const minute = Math.floor(now.getTime() / MINUTE_MS);
  let n = 0;
  return () => {
    n += 1;
    const digest = keyedHash(secret, "chance", `${purpose}:${minute}:${n}`);
    return digest.readUIntBE(0, 6) / 2 ** 48;
  };
}
