import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { isCommonPassword } from "#server/common-passwords.ts";
import { checkCredentials, checkNewPassword } from "./rules.ts";

describe("common passwords", () => {
  const list = createRequire(import.meta.url)("@zxcvbn-ts/language-common/dist/passwords.json.cjs") as string[];

  test("the 3,000 most common are all refused, in capitals too", () => {
    const top = list.slice(0, 3_000);
    expect(top).toHaveLength(3_000);
    expect(top.filter((password) => !isCommonPassword(password))).toEqual([]);
    expect(top.filter((password) => !isCommonPassword(password.toUpperCase()))).toEqual([]);
    for (const known of ["123456", "password", "qwerty"]) expect(top).toContain(known);
  });
  test("others are not", () => {
    for (const password of ["correct-horse-battery", "h7$Kq2zX!", "", "Größenwahn-im-Zug"])
      expect(isCommonPassword(password), password).toBe(false);
  });
});

describe("credentials", () => {
  test.each([
    ["a@b.de", "password-1", true],
    ["a b@c.de", "password-1", false],
    ["a@b.de", "pass word", false],
    ["", "x", false],
    ["x", "", false],
    ["a@b.de\t", "x", false],
  ])("%j and %j may be tried: %s", (email, password, isPossible) => {
    expect(checkCredentials(email, password) === undefined).toBe(isPossible);
  });

  test.each([
    ["1234567", "A password has at least 8 characters."],
    ["🚂".repeat(7), "A password has at least 8 characters."],
    ["🚂".repeat(8), undefined],
    ["🚂".repeat(128), undefined],
    ["🚂".repeat(129), "A password has at most 128 characters."],
    ["my-PIPELINES-key", "This password is too easy to guess. Choose a longer or less common one."],
    ["xx-MargueriteX-9", "This password is too easy to guess. Choose a longer or less common one."],
    ["lettersonly", undefined],
  ])("the new password %s", (password, sentence) => {
    expect(checkNewPassword(password, "marguerite@example.test")).toBe(sentence);
  });

  test("a short local part forbids nothing", () => {
    expect(checkNewPassword("abcdefghij", "abc@example.test")).toBeUndefined();
  });
});
