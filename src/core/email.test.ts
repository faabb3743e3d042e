import { describe, expect, test } from "vitest";
import { threadWork } from "#tests/helpers/thread-work.ts";
import { emailKey, isEmail } from "./email.ts";

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
    // These addresses would have the same key, but belong to other mailboxes.
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
    const worked = threadWork(() => {
      for (const email of [`${"a.".repeat(50_000)}@`, `a@${"b.".repeat(50_000)}`, `${"@".repeat(100_000)}`])
        isEmail(email);
    });
    expect(worked).toBeLessThan(200);
  });
});
