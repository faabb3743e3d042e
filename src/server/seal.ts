import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const NONCE = 12;
const TAG = 16;

function keyOf(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
}

/** Encrypts a text under the installation's key, for one purpose and bound to one row. */
export function seal(secret: Buffer, purpose: string, row: string, text: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, keyOf(secret, purpose), nonce, { authTagLength: TAG });
  cipher.setAAD(Buffer.from(row));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** @throws Error where the row was changed or belongs to another installation, purpose or row */
export function openSealed(secret: Buffer, purpose: string, row: string, sealed: Buffer): string {
  const decipher = createDecipheriv(CIPHER, keyOf(secret, purpose), sealed.subarray(0, NONCE), { authTagLength: TAG });
  decipher.setAAD(Buffer.from(row));
  decipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]).toString("utf8");
}

/** What stands for an account where the database must not tell whose a row is: always the same, with the key alone. */
export function sealedOwner(secret: Buffer, accountId: string): string {
  return `sealed:${createHmac("sha256", secret).update(`sealed-owner:${accountId}`).digest("base64url")}`;
}
