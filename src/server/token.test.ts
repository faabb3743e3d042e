import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tries } from "#tests/helpers/amount.ts";
import { anyCharacter } from "#tests/helpers/any-character.ts";
import { browserHandle, issueToken, ownerKey, readToken, TOKEN_LIFE_MS } from "./token.ts";

const secret = randomBytes(32);
const now = new Date("2026-11-15T12:00:30Z");

describe("a token", () => {
  test("is read back by the key that signed it, and by no other", () => {
    const token = issueToken(secret, now);
    expect(readToken(secret, token, now)?.hash).toHaveLength(32);
    expect(readToken(randomBytes(32), token, now)).toBeUndefined();
  });

  test("lives thirty days from the minute of its issue", () => {
    const token = issueToken(secret, now);
    const issued = new Date("2026-11-15T12:00:00Z").getTime();
    expect(readToken(secret, token, now)?.expiresAt).toEqual(new Date(issued + TOKEN_LIFE_MS));
    expect(readToken(secret, token, new Date(issued + TOKEN_LIFE_MS - 1))).toBeDefined();
    expect(readToken(secret, token, new Date(issued + TOKEN_LIFE_MS))).toBeUndefined();
  });

  test("is never the same twice, nor its hash", () => {
    const tokens = Array.from({ length: 200 }, () => issueToken(secret, now));
    expect(new Set(tokens).size).toBe(200);
    expect(new Set(tokens.map((token) => readToken(secret, token, now)?.hash.toString("hex"))).size).toBe(200);
  });

  test("is junk with any one character changed", () => {
    const token = issueToken(secret, now);
    const letters = "ABab01-_.";
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(...letters), (at, letter) => {
        const forged = token.slice(0, at) + letter + token.slice(at + 1);
        // The last character of 16 bytes in base64url carries four spare bits.
        if (forged === token || at === token.length - 1) return;
        expect(readToken(secret, forged, now)).toBeUndefined();
      }),
      { numRuns: tries({ all: 500, some: 150 }) },
    );
  });

  test("cannot be made older or younger by its own minute", () => {
    const [random = "", , signature = ""] = issueToken(secret, now).split(".");
    expect(readToken(secret, `${random}.zzzzzzz.${signature}`, now)).toBeUndefined();
  });

  test("is nothing that anybody types", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 120 }), (text) => {
        expect(readToken(secret, text, now)).toBeUndefined();
      }),
    );
  });
});

test("a browser's handle depends on cookie and key, and is not a token", () => {
  const [one, two] = [issueToken(secret, now), issueToken(secret, now)];
  expect(browserHandle(secret, one)).toBe(browserHandle(secret, one));
  expect(browserHandle(secret, one)).not.toBe(browserHandle(secret, two));
  expect(browserHandle(secret, one)).not.toBe(browserHandle(randomBytes(32), one));
  expect(readToken(secret, browserHandle(secret, one), now)).toBeUndefined();
});

test("the key from account to profile needs the secret", () => {
  expect(ownerKey(secret, "a")).toHaveLength(32);
  expect(ownerKey(secret, "a")).not.toEqual(ownerKey(randomBytes(32), "a"));
  expect(ownerKey(secret, "a")).not.toEqual(ownerKey(secret, "b"));
});
