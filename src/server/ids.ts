import { randomBytes, randomInt } from "node:crypto";

/** A new public id: 96 random bits as 24 hex digits. It reveals no time and no order. */
export function newPublicId(): string {
  return randomBytes(12).toString("hex");
}

/** A random shuffle position, 48 bits. */
export function newSortKey(): number {
  return randomInt(2 ** 48 - 1);
}
