import { generateSecret, generateURI, verifySync } from "otplib";
import { openSealed, seal } from "#server/seal.ts";
import { readCode } from "./rules.ts";

const PURPOSE = "admin-totp";
/** Seconds that a telephone's clock may be off, either way. */
const TOLERANCE_SECONDS = 30;

/** Seconds that a code is shown. */
const STEP_SECONDS = 30;

/** Encrypts an administrator's secret under the installation's key, bound to this administrator. */
export function sealTotp(secret: Buffer, adminId: string, totp: string): Buffer {
  return seal(secret, PURPOSE, adminId, totp);
}

/** @throws Error where the row was changed or belongs to another installation or administrator */
export function openTotp(secret: Buffer, adminId: string, sealed: Buffer): string {
  return openSealed(secret, PURPOSE, adminId, sealed);
}

/** A new secret (160 bits, base32) and the address that an authenticator app reads from a QR code. */
export function newTotp(email: string): { secret: string; uri: string } {
  const secret = generateSecret();
  return { secret, uri: generateURI({ issuer: "Pipelines", label: email, secret }) };
}

/**
 * The time step of a code (RFC 6238); undefined for a wrong code. The caller must store the step, and refuse codes of
 * this and earlier steps from then on.
 */
export function stepOfCode(totp: string, code: string, now: Date): number | undefined {
  const digits = readCode(code);
  if (digits === undefined) return undefined;
  const result = verifySync({
    secret: totp,
    token: digits,
    epoch: Math.floor(now.getTime() / 1_000),
    epochTolerance: TOLERANCE_SECONDS,
  });
  return result.valid && "timeStep" in result ? result.timeStep : undefined;
}

/** The last time step whose code is accepted now. */
export function lastStep(now: Date): number {
  return Math.floor((now.getTime() / 1_000 + TOLERANCE_SECONDS) / STEP_SECONDS);
}
