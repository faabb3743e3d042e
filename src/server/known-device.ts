import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Database } from "#db/connect.ts";
import { keyedHash } from "./ids.ts";

/**
 * A mark that a device keeps after a sign-in: a random name with our signature over it and the account. It gives no
 * rights. Failed tries from this device are counted apart from others', so that strangers who guess passwords cannot
 * make the owner wait. Nothing of it is stored here.
 */
const FORM = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{22})$/;

function sign(secret: Buffer, name: string, owner: string): Buffer {
  return keyedHash(secret, "device", `${name}:${owner}`).subarray(0, 16);
}

/**
 * The owner of an account's marks. A new password ends them: whoever knew the old one could have collected many, each
 * with tries of its own. An administrator's marks stay, because no mailed link gives an administrator a new one.
 */
export function ownerOfMarks(account: { id: string; password_hash: string | null }): string {
  return `${account.id}:${account.password_hash ?? ""}`;
}

export async function readOwnerOfMarks(db: Database, accountId: string): Promise<string> {
  const account = await db
    .selectFrom("account")
    .select(["id", "password_hash"])
    .where("id", "=", accountId)
    .executeTakeFirst();
  return ownerOfMarks(account ?? { id: accountId, password_hash: null });
}

/** @param owner see `ownerOfMarks`; of an administrator the id */
export function issueDeviceMark(secret: Buffer, owner: string): string {
  const name = randomBytes(16).toString("base64url");
  return `${name}.${sign(secret, name, owner).toString("base64url")}`;
}

/** True if the mark was issued to this owner. */
export function isKnownDevice(secret: Buffer, mark: string, owner: string): boolean {
  const [, name, signature] = FORM.exec(mark) ?? [];
  if (name === undefined || signature === undefined) return false;
  return timingSafeEqual(sign(secret, name, owner), Buffer.from(signature, "base64url"));
}
