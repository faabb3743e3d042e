import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { isCommonPassword } from "#server/common-passwords.ts";
import { checkCredentials, checkNewPassword, emailKey, isEmail } from "./rules.ts";

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

describe("e-mail addresses", () => {
  test.each(["a@b.co", "Ada.Test+tag@mail.example.org", "ü@exämple.de", "o'brien@example.test", "a@b.c.d.e.test"])(
    "%s is one",
    (email) => {
      expect(isEmail(email)).toBe(true);
    },
  );
  test.each([
    "",
    "a",
    "a@",
    "@b.co",
    "a@b",
    "a b@c.de",
    "a@b..de",
    "a@.de",
    "a@b.de.",
    "a@b@c.de",
    "<a@b.de>",
    "a@b.de\r\nBcc:x@y.de",
    "a,b@c.de",
    "a;b@c.de",
    `${"a".repeat(65)}@b.de`,
    `a@${"b".repeat(250)}.de`,
    "a@b.d\u0000e",
    // Another mailbox than the one whose key it would share.
    "ａdmin@example.test",
    "o\uFB01ce@example.test",
    "a@example．co.test",
    "a＠b@example.test",
    "ad\u00ADa@example.test",
    "ad\u200Ba@example.test",
    `${"\uFDFA".repeat(60)}@example.test`,
  ])("%j is none", (email) => {
    expect(isEmail(email)).toBe(false);
  });
  test("are one key in any case and width", () => {
    expect(emailKey("ＡDA@Example.Test")).toBe("ada@example.test");
  });
  test("a hostile one is judged in linear time", () => {
    const started = performance.now();
    for (const email of [`${"a.".repeat(50_000)}@`, `a@${"b.".repeat(50_000)}`, `${"@".repeat(100_000)}`])
      isEmail(email);
    expect(performance.now() - started).toBeLessThan(200);
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
