import { timingSafeEqual } from "node:crypto";
import { keyedHash } from "./ids.ts";

/** What a person unsubscribes from: broadcasts to an account, the newsletter, or the weekly e-mail to an account. */
const KINDS = ["account", "newsletter", "letter"] as const;
export type UnsubscribeKind = (typeof KINDS)[number];

const FORM = /^([a-z]+)\.([0-9a-f]{24})\.([A-Za-z0-9_-]{43})$/;

function sign(secret: Buffer, kind: UnsubscribeKind, id: string): Buffer {
  return keyedHash(secret, "unsubscribe", `${kind}:${id}`);
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
  const [, word, id = "", signature = ""] = FORM.exec(text) ?? [];
  const kind = KINDS.find((one) => one === word);
  if (kind === undefined) return undefined;
  const right = sign(secret, kind, id);
  // The last of the 43 letters has two unused bits. Accept only the spelling that we write.
  const isOurs =
    timingSafeEqual(Buffer.from(signature, "base64url"), right) && signature === right.toString("base64url");
  return isOurs ? { kind, id } : undefined;
}
