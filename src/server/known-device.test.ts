import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { isKnownDevice, issueDeviceMark } from "./known-device.ts";

const secret = randomBytes(32);
const ACCOUNT = "a".repeat(24);

test("a mark is known for its account and key alone", () => {
  const mark = issueDeviceMark(secret, ACCOUNT);
  expect(isKnownDevice(secret, mark, ACCOUNT)).toBe(true);
  expect(isKnownDevice(secret, mark, "b".repeat(24))).toBe(false);
  expect(isKnownDevice(randomBytes(32), mark, ACCOUNT)).toBe(false);
});

test("no two devices have the same, and none holds the account", () => {
  const marks = Array.from({ length: 50 }, () => issueDeviceMark(secret, ACCOUNT));
  expect(new Set(marks).size).toBe(50);
  expect(marks.join()).not.toContain(ACCOUNT);
});

test.each(["", "x", "a.b", `${"A".repeat(22)}.${"A".repeat(22)}`, `${"A".repeat(22)}.`])("%j is none", (mark) => {
  expect(isKnownDevice(secret, mark, ACCOUNT)).toBe(false);
});
