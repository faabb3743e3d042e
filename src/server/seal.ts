import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const NONCE = 12;
const TAG = 16;

function keyOf(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
}

/** Encrypts a text with the installation's key. It can be decrypted only for the same purpose and the same row. */
export function seal(secret: Buffer, purpose: string, row: string, text: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, keyOf(secret, purpose), nonce, { authTagLength: TAG });
  cipher.setAAD(Buffer.from(row));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** @throws Error if the text was changed, or was sealed with another secret or for another purpose or row */
export function openSealed(secret: Buffer, purpose: string, row: string, sealed: Buffer): string {
  const decipher = createDecipheriv(CIPHER, keyOf(secret, purpose), sealed.subarray(0, NONCE), { authTagLength: TAG });
  decipher.setAAD(Buffer.from(row));
  decipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]).toString("utf8");
}

/** Stands for an account in rows that must not name it. It is the same each time, but only the secret can make it. */
export function sealedOwner(secret: Buffer, accountId: string): string {
  return `sealed:${createHmac("sha256", secret).update(`sealed-owner:${accountId}`).digest("base64url")}`;
}
