import { createHmac, timingSafeEqual } from "node:crypto";

/** What a person unsubscribes from: broadcasts to an account, the newsletter, or the weekly e-mail to an account. */
const KINDS = ["account", "newsletter", "letter"] as const;
export type UnsubscribeKind = (typeof KINDS)[number];

const FORM = /^(account|newsletter|letter)\.([0-9a-f]{24})\.([A-Za-z0-9_-]{43})$/;

function sign(secret: Buffer, kind: UnsubscribeKind, id: string): Buffer {
  return createHmac("sha256", secret).update(`unsubscribe:${kind}:${id}`).digest();
}

/**
 * The token of an unsubscribe link. It has no row and never expires, so that links in old mails still work.
 * @param id 24 hex digits: the account's id, or the subscriber's public id
 */
export function unsubscribeToken(secret: Buffer, kind: UnsubscribeKind, id: string): string {
  return `${kind}.${id}.${sign(secret, kind, id).toString("base64url")}`;
}

/** Reads the person and the list from an unsubscribe link. Undefined if we did not sign it. */
export function readUnsubscribeToken(secret: Buffer, text: string): { kind: UnsubscribeKind; id: string } | undefined {
  const match = FORM.exec(text);
  if (!match) return undefined;
  const kind = KINDS.find((one) => one === match[1]) ?? "newsletter";
  const id = match[2] ?? "";
  const given = Buffer.from(match[3] ?? "", "base64url");
  const right = sign(secret, kind, id);
  // The last of the 43 letters has two unused bits. Accept only the spelling that we write.
  const isOurs = timingSafeEqual(given, right) && match[3] === right.toString("base64url");
  return isOurs ? { kind, id } : undefined;
}
