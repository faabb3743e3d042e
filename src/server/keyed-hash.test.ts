import { expect, test } from "vitest";
import { keyedHash } from "./keyed-hash.ts";

const SECRET = Buffer.alloc(32, 7);

test("a hash stays the same in every version: the database keeps many of them", () => {
  const hash = "aKF5vugoLrcH4cwUdsZD364HCMMSiPq64m-ZGn2bpHY";
  expect(keyedHash(SECRET, "owner", "000000000000000000000001").toString("base64url")).toBe(hash);
  expect(keyedHash(SECRET, "owner", Buffer.from("000000000000000000000001")).toString("base64url")).toBe(hash);
});

test("another secret, purpose or value gives another hash", () => {
  const hashes = [
    keyedHash(SECRET, "owner", "1"),
    keyedHash(Buffer.alloc(32, 8), "owner", "1"),
    keyedHash(SECRET, "audit", "1"),
    keyedHash(SECRET, "owner", "2"),
  ];
  expect(new Set(hashes.map((hash) => hash.toString("hex"))).size).toBe(hashes.length);
});
