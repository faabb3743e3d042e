import { createHmac } from "node:crypto";

/**
 * Marks whose text a browser keeps until it is sent. The mark stays the same when the profile gets another id, and shows
 * neither the account nor any id of its profile without the secret.
 */
export function textOwner(secret: Buffer, accountId: string): string {
  return createHmac("sha256", secret).update(`text-owner:${accountId}`).digest().subarray(0, 16).toString("base64url");
}
