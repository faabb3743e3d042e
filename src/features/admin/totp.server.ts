import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { generateSecret, generateURI, verifySync } from "otplib";
import { readCode } from "./rules.ts";

const CIPHER = "aes-256-gcm";
const NONCE = 12;
const TAG = 16;
/** Seconds that a telephone's clock may be off, either way. */
const TOLERANCE = 30;

function keyOf(secret: Buffer): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", "admin-totp", 32));
}

/** Encrypts an administrator's secret under the installation's key, bound to this administrator. */
export function sealTotp(secret: Buffer, adminId: string, totp: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, keyOf(secret), nonce, { authTagLength: TAG });
  cipher.setAAD(Buffer.from(adminId));
  const sealed = Buffer.concat([cipher.update(totp, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** @throws Error where the row was changed or belongs to another installation or administrator */
export function openTotp(secret: Buffer, adminId: string, sealed: Buffer): string {
  const decipher = createDecipheriv(CIPHER, keyOf(secret), sealed.subarray(0, NONCE), { authTagLength: TAG });
  decipher.setAAD(Buffer.from(adminId));
  decipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]).toString("utf8");
}

/** A new secret (160 bits, base32) and the address that an authenticator app reads from a QR code. */
export function newTotp(email: string): { secret: string; uri: string } {
  const secret = generateSecret();
  return { secret, uri: generateURI({ issuer: "Pipelines", label: email, secret }) };
}

/**
 * The time step that a code belongs to (RFC 6238), undefined for a wrong one.
 * Whoever takes a code notes its step, and takes none of it or before it again.
 */
export function stepOfCode(totp: string, code: string, now: Date): number | undefined {
  const digits = readCode(code);
  if (digits === undefined) return undefined;
  const result = verifySync({
    secret: totp,
    token: digits,
    epoch: Math.floor(now.getTime() / 1_000),
    epochTolerance: TOLERANCE,
  });
  return result.valid && "timeStep" in result ? result.timeStep : undefined;
}
