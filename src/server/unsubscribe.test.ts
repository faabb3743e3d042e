import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readUnsubscribeToken, unsubscribeToken, type UnsubscribeKind } from "./unsubscribe.ts";

const secret = randomBytes(32);
const id = "0123456789abcdef01234567";

describe("the token of an unsubscribe link", () => {
  it("comes back as what it was made of, in each kind", () => {
    const kinds = fc.constantFrom<UnsubscribeKind>("account", "newsletter", "letter");
    const ids = fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => Buffer.from(bytes).toString("hex"));
    fc.assert(
      fc.property(kinds, ids, (kind, given) => {
        expect(readUnsubscribeToken(secret, unsubscribeToken(secret, kind, given))).toEqual({ kind, id: given });
      }),
    );
  });

  it("is worth nothing with any letter changed, for another kind, id or installation", () => {
    const token = unsubscribeToken(secret, "newsletter", id);
    for (let at = 0; at < token.length; at += 1) {
      const other = token[at] === "a" ? "b" : "a";
      expect(readUnsubscribeToken(secret, token.slice(0, at) + other + token.slice(at + 1)), String(at)).toBe(
        undefined,
      );
    }
    expect(readUnsubscribeToken(secret, token.replace("newsletter", "account"))).toBe(undefined);
    expect(readUnsubscribeToken(randomBytes(32), token)).toBe(undefined);
  });

  it("reads any other text as nothing", () => {
    fc.assert(fc.property(fc.string(), (text) => readUnsubscribeToken(secret, text) === undefined));
  });
});
