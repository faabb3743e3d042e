import { randomBytes } from "node:crypto";

/** A fresh nonce: 128 random bits, 22 characters. */
export function newNonce(): string {
  return randomBytes(16).toString("base64url");
}

/** Stands for the nonce while a page is made, and is as long; nobody outside can know it. */
export const NONCE_MARK = newNonce();

/** A body ready to be sent again and again: its bytes, and where each answer's own nonce goes. */
export type MarkedBody = { bytes: Buffer; places: readonly number[] };

export function markBody(text: string, hasMarks: boolean): MarkedBody {
  const bytes = Buffer.from(text, "utf8");
  const places: number[] = [];
  if (hasMarks) {
    for (let at = bytes.indexOf(NONCE_MARK); at !== -1; at = bytes.indexOf(NONCE_MARK, at + NONCE_MARK.length))
      places.push(at);
  }
  return { bytes, places };
}

/** The bytes with the nonce in its places; the kept ones stay as they are. */
export function fillBody(body: MarkedBody, nonce: string): Buffer {
  if (body.places.length === 0) return body.bytes;
  const bytes = Buffer.from(body.bytes);
  for (const place of body.places) bytes.write(nonce, place, "latin1");
  return bytes;
}
