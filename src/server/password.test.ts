import { availableParallelism } from "node:os";
import { describe, expect, test } from "vitest";
import { AppError } from "#core/errors.ts";
import { quickest } from "#tests/helpers/quickest.ts";
import { hashPassword, needsRehash, setPasswordCost, verifyPassword } from "./password.ts";

describe("a password's hash", () => {
  test("made for a test is right at the full cost too, and made anew there", async () => {
    setPasswordCost("test");
    const made = await hashPassword("correct-horse").finally(() => setPasswordCost("full"));
    expect(made).toMatch(/\$m=8,t=1,p=1\$/);
    expect([await verifyPassword("correct-horse", made), needsRehash(made)]).toEqual([true, true]);
    expect(needsRehash(await hashPassword("correct-horse"))).toBe(false);
  });

  test("is argon2id at OWASP's cost, salted anew each time", async () => {
    const [one, two] = await Promise.all([hashPassword("correct-horse"), hashPassword("correct-horse")]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one).not.toBe(two);
  });

  test("is verified by the password to the last character and by nothing else", async () => {
    const password = "ßü字🚂".repeat(16);
    const stored = await hashPassword(password);
    expect(await verifyPassword(password, stored)).toBe(true);
    for (const wrong of ["", password.slice(0, -2), `${password} `, password.toUpperCase(), password.normalize("NFD")])
      expect(await verifyPassword(wrong, stored), wrong).toBe(false);
  });

  test("of an unknown account is worked on all the same and never fits", async () => {
    const timeOf = (stored: string | undefined): Promise<number> =>
      quickest(1, async () => expect(await verifyPassword("guess", stored)).toBe(false));
    const stored = await hashPassword("other");
    const [known, unknown]: [number[], number[]] = [[], []];
    // By turns, so that other work on the machine delays both.
    for (let n = 0; n < 7; n += 1) {
      known.push(await timeOf(stored));
      unknown.push(await timeOf(undefined));
    }
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 3);
  });
});

test("a flood is refused with a time to wait, and those in the queue are served", async () => {
  const places = availableParallelism() + 32;
  // At full cost the last ones of the queue wait longer than they may on a busy machine.
  setPasswordCost("test");
  const hashing = Array.from({ length: places + 20 }, () => hashPassword("x"));
  setPasswordCost("full");
  const results = await Promise.allSettled(hashing);
  const refused = results.filter((result) => result.status === "rejected");
  expect(refused).toHaveLength(20);
  for (const { reason } of refused)
    expect(reason instanceof AppError && [reason.status, reason.retryAfter]).toEqual([503, 2]);
  // The flood leaves nothing behind that blocks the next hash.
  expect(await hashPassword("y")).toContain("$argon2id$");
});
