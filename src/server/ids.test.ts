import { expect, test } from "vitest";
import { keyedHash, newPublicId, newSortKey } from "./ids.ts";

/** Spearman's rank correlation between a list and the order in which it was made. */
function correlation(values: readonly string[]): number {
  const ranks = new Map(values.toSorted().map((value, rank) => [value, rank]));
  const n = values.length;
  const squares = values.reduce((sum, value, index) => sum + (index - (ranks.get(value) ?? 0)) ** 2, 0);
  return 1 - (6 * squares) / (n * (n ** 2 - 1));
}

test("public ids are 24 hex digits that tell nothing of their age", () => {
  const ids = Array.from({ length: 2_000 }, newPublicId);
  expect(ids.every((id) => /^[0-9a-f]{24}$/.test(id))).toBe(true);
  expect(new Set(ids).size).toBe(2_000);
  // Six standard deviations for a random list of this length are 0.134.
  expect(Math.abs(correlation(ids))).toBeLessThan(0.134);
  const now = Date.now() / 1_000;
  expect(ids.filter((id) => Math.abs(Number.parseInt(id.slice(0, 8), 16) - now) < 86_400).length).toBeLessThan(20);
  expect(correlation(Array.from({ length: 50 }, (_, n) => String(100 + n)))).toBe(1);
});

test("places in lists are random and safe numbers", () => {
  const keys = Array.from({ length: 2_000 }, newSortKey);
  expect(keys.every((key) => Number.isSafeInteger(key) && key >= 0 && key < 2 ** 48)).toBe(true);
  expect(Math.abs(correlation(keys.map((key) => String(key).padStart(15, "0"))))).toBeLessThan(0.134);
});

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
