import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { keyedHash } from "./ids.ts";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

function keyOf(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
}

/** AES-256-GCM. `row` is not kept in the answer, but decrypt needs the same one. */
export function encrypt(key: Buffer, row: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(row));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** @throws Error if the bytes were changed, or were encrypted with another key or row */
export function decrypt(key: Buffer, row: string, sealed: Buffer): string {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(row));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
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
  return `sealed:${keyedHash(secret, "sealed-owner", accountId).toString("base64url")}`;
}
