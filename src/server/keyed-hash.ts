import { createHmac } from "node:crypto";

/**
 * HMAC-SHA-256 of a value under the installation's secret. Each use has its own purpose, so that no hash can stand for
 * one of another use.
 */
export function keyedHash(secret: Buffer, purpose: string, value: string | Buffer): Buffer {
  return createHmac("sha256", secret).update(`${purpose}:`).update(value).digest();
}
