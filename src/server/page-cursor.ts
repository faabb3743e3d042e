import { timingSafeEqual } from "node:crypto";
import { keyedHash } from "./ids.ts";

/**
 * Where a page begins: the list's own cursor, the number of rows to skip after it, and the parameters of a random
 * order.
 */
export type PageStart = { listCursor: string; skip: number; order: Readonly<Record<string, string>> };

/** Marks our cursors, so that they differ from a list's own. Letters and digits need no escapes in an address. */
const PREFIX = "page";
const MAC_BYTES = 12;

function macOf(secret: Buffer, question: string, text: string): Buffer {
  return keyedHash(secret, "cursor", `${question}\n${text}`).subarray(0, MAC_BYTES);
}

export function isPageCursor(text: string): boolean {
  return text.startsWith(PREFIX) && text.length > PREFIX.length + MAC_BYTES * 2;
}

/** @param question path and query of the list, to which the cursor is bound */
export function writePageCursor(secret: Buffer, question: string, start: PageStart): string {
  const text = JSON.stringify([start.listCursor, start.skip, start.order]);
  return PREFIX + Buffer.concat([macOf(secret, question, text), Buffer.from(text)]).toString("hex");
}

/** Undefined if we did not write this cursor for this list. */
export function readPageCursor(secret: Buffer, question: string, cursor: string): PageStart | undefined {
  const hex = cursor.slice(PREFIX.length);
  if (!isPageCursor(cursor) || !/^(?:[0-9a-f]{2})+$/.test(hex)) return undefined;
  const bytes = Buffer.from(hex, "hex");
  const text = bytes.subarray(MAC_BYTES).toString();
  if (!timingSafeEqual(bytes.subarray(0, MAC_BYTES), macOf(secret, question, text))) return undefined;
  const [listCursor, skip, order] = JSON.parse(text) as [string, number, Record<string, string>];
  return { listCursor, skip, order };
}
