import { expect, test } from "vitest";
import { failureKey } from "./login-failures.ts";

const SECRET = Buffer.alloc(32, 1);
const from = { address: "192.0.2.1" };

test("all spellings of an e-mail share their failures", () => {
  const key = failureKey(SECRET, "ada@example.test", from);
  expect(failureKey(SECRET, "Ada@Example.TEST", from)).toBe(key);
});

test("another e-mail, address, device or secret has failures of its own, and no key tells any of them", () => {
  const keys = [
    failureKey(SECRET, "ada@example.test", from),
    failureKey(SECRET, "bob@example.test", from),
    failureKey(SECRET, "ada@example.test", { address: "192.0.2.2" }),
    failureKey(SECRET, "ada@example.test", { device: "192.0.2.1" }),
    failureKey(Buffer.alloc(32, 2), "ada@example.test", from),
  ];
  expect(new Set(keys).size).toBe(keys.length);
  for (const key of keys) expect(key).toMatch(/^[\w-]{43}$/);
});
