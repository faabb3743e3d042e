import { createHmac } from "node:crypto";

const MINUTE = 60_000;

/**
 * Chance that is the same for everybody within a minute: what is drawn by it can be kept for all visitors, and a draw
 * that is made again after a purge shows the same, so that nobody learns from it that something was saved.
 * @returns numbers, 0 <= x < 1, in an order that only the minute decides
 */
export function minuteChance(secret: Buffer, now: Date, purpose: string): () => number {
  const minute = Math.floor(now.getTime() / MINUTE);
  let n = 0;
  return () => {
    n += 1;
    const digest = createHmac("sha256", secret).update(`chance:${purpose}:${minute}:${n}`).digest();
    return digest.readUIntBE(0, 6) / 2 ** 48;
  };
}
