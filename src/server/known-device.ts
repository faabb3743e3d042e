import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * A mark that a device keeps after a sign-in: a random name with our signature over it and the account. It gives no
 * rights. Failed tries from this device are counted apart from others', so that strangers who guess passwords cannot
 * make the owner wait. Nothing of it is stored here.
 */
const FORM = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{22})$/;

function sign(secret: Buffer, name: string, accountId: string): Buffer {
  return createHmac("sha256", secret).update(`device:${name}:${accountId}`).digest().subarray(0, 16);
}

export function issueDeviceMark(secret: Buffer, accountId: string): string {
  const name = randomBytes(16).toString("base64url");
  return `${name}.${sign(secret, name, accountId).toString("base64url")}`;
}

/** True if the mark was issued at a sign-in to this account, or as this administrator. */
export function isKnownDevice(secret: Buffer, mark: string, accountId: string): boolean {
  const [, name, signature] = FORM.exec(mark) ?? [];
  if (name === undefined || signature === undefined) return false;
  return timingSafeEqual(sign(secret, name, accountId), Buffer.from(signature, "base64url"));
}
