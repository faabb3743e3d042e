import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const NONCE = 12;
const TAG = 16;

function keyOf(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
}

/** AES-256-GCM. `row` is not kept in the answer, but decrypt needs the same one. */
export function encrypt(key: Buffer, row: string, text: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG });
  cipher.setAAD(Buffer.from(row));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** @throws Error if the bytes were changed, or were encrypted with another key or row */
export function decrypt(key: Buffer, row: string, sealed: Buffer): string {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE), { authTagLength: TAG });
  decipher.setAAD(Buffer.from(row));
  decipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]).toString("utf8");
}

/** Encrypts a text with the installation's key. It can be decrypted only for the same purpose and the same row. */
export function seal(secret: Buffer, purpose: string, row: string, text: string): Buffer {
  return encrypt(keyOf(secret, purpose), row, text);
}

/** @throws Error if the text was changed, or was sealed with another secret or for another purpose or row */
export function openSealed(secret: Buffer, purpose: string, row: string, sealed: Buffer): string {
  return decrypt(keyOf(secret, purpose), row, sealed);
}

/** Stands for an account in rows that must not name it. It is the same each time, but only the secret can make it. */
export function sealedOwner(secret: Buffer, accountId: string): string {
  return `sealed:${createHmac("sha256", secret).update(`sealed-owner:${accountId}`).digest("base64url")}`;
}
