import { randomBytes, randomInt } from "node:crypto";

/** A new public id: 96 random bits as 24 hex digits; tells nothing of time or order. */
export function newPublicId(): string {
  return randomBytes(12).toString("hex");
}

/** A random place in lists, 48 bits. */
export function newSortKey(): number {
  return randomInt(2 ** 48 - 1);
}
