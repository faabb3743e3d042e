import { keyedHash } from "./ids.ts";

/**
 * Marks whose text a browser keeps until it is sent. The mark stays the same when the profile gets another id, and shows
 * neither the account nor any id of its profile without the secret. It looks like an id: 24 hex digits.
 */
export function textOwner(secret: Buffer, accountId: string): string {
  return keyedHash(secret, "text-owner", accountId).toString("hex").slice(0, 24);
}
