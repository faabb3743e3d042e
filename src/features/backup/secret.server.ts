import { createCipheriv, createDecipheriv, createHmac, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { BackupError, type WrappedSecret } from "#db/backup-file.ts";

/** 128 MB and about half a second for each try, so that a passphrase cannot be guessed by the million. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const CIPHER = "aes-256-gcm";

const derive = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);

/** 16 bytes that identify the right secret and reveal nothing else. */
export function secretCheck(secret: Buffer): string {
  return createHmac("sha256", secret).update("backup-check").digest("hex").slice(0, 32);
}

export async function wrapSecret(secret: Buffer, passphrase: string): Promise<WrappedSecret> {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv(CIPHER, await derive(passphrase.normalize("NFC"), salt, 32, COST), iv);
  const text = Buffer.concat([cipher.update(secret), cipher.final()]);
  const [saltText, ivText, tag] = [salt, iv, cipher.getAuthTag()].map((bytes) => bytes.toString("base64"));
  return { salt: saltText ?? "", iv: ivText ?? "", tag: tag ?? "", text: text.toString("base64") };
}

/** @throws BackupError for another passphrase */
export async function unwrapSecret(wrapped: WrappedSecret, passphrase: string): Promise<Buffer> {
  const [salt, iv, tag, text] = [wrapped.salt, wrapped.iv, wrapped.tag, wrapped.text].map((part) =>
    Buffer.from(part, "base64"),
  );
  const none = Buffer.alloc(0);
  const key = await derive(passphrase.normalize("NFC"), salt ?? none, 32, COST);
  try {
    const decipher = createDecipheriv(CIPHER, key, iv ?? none, { authTagLength: 16 });
    decipher.setAuthTag(tag ?? none);
    return Buffer.concat([decipher.update(text ?? none), decipher.final()]);
  } catch (error) {
    throw new BackupError(
      "The passphrase is not the one of this backup. Set BACKUP_PASSPHRASE to the one with which it was made.",
      { cause: error },
    );
  }
}

export function isSecretOf(check: string, secret: Buffer): boolean {
  const own = secretCheck(secret);
  return own.length === check.length && timingSafeEqual(Buffer.from(own), Buffer.from(check));
}
