import { createHmac, randomBytes, randomInt } from "node:crypto";

/** A new public id: 96 random bits as 24 hex digits. It reveals no time and no order. */
export function newPublicId(): string {
  return randomBytes(12).toString("hex");
}

/** A random shuffle position, 48 bits. */
export function newSortKey(): number {
  return randomInt(2 ** 48 - 1);
}

/**
 * HMAC-SHA-256 of a value under the installation's secret. Each use has its own purpose, so that no hash can stand for
 * one of another use.
 */
export function keyedHash(secret: Buffer, purpose: string, value: string | Buffer): Buffer {
  return createHmac("sha256", secret).update(`${purpose}:`).update(value).digest();
}
