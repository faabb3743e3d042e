import { describe, expect, it } from "vitest";
import type { Database } from "./connect.ts";
import { DEADLOCK, FOREIGN_KEY_VIOLATION, isUniqueViolation, transact } from "./transact.ts";

const failure = (code: string, more: object = {}): Error =>
  Object.assign(new Error(`failed with ${code}`), { code, ...more });

/** A database whose transactions end with these errors, one after the other, and then go well. */
function failing(...codes: string[]) {
  const left = [...codes];
  let tries = 0;
  const execute = async (work: (trx: unknown) => Promise<unknown>): Promise<unknown> => {
    tries += 1;
    const done = await work(tries);
    const code = left.shift();
    if (code !== undefined) throw failure(code);
    return done;
  };
  const db = { transaction: () => ({ execute }) } as unknown as Database;
  return { db, tries: () => tries };
}

const UNIQUE = "23505";

describe("a transaction", () => {
  it.each<[ended: string[], codes: string[], tries: number, outcome: string]>([
    [[], [], 1, "done in try 1"],
    [[DEADLOCK], [], 2, "done in try 2"],
    [[DEADLOCK, DEADLOCK], [], 3, "done in try 3"],
    [[DEADLOCK, DEADLOCK, DEADLOCK], [], 3, "failed with 40P01"],
    [[FOREIGN_KEY_VIOLATION], [], 1, "failed with 23503"],
    [[FOREIGN_KEY_VIOLATION, DEADLOCK], [FOREIGN_KEY_VIOLATION], 3, "done in try 3"],
    [[UNIQUE], [FOREIGN_KEY_VIOLATION], 1, "failed with 23505"],
  ])("that ends with %j, and runs again after %j too, is tried %i times: %s", async (ended, codes, tries, outcome) => {
    const { db, tries: count } = failing(...ended);
    const run = transact(db, async (trx) => `done in try ${String(trx)}`, codes);
    expect(await run.catch((error: unknown) => (error instanceof Error ? error.message : ""))).toBe(outcome);
    expect(count()).toBe(tries);
  });
});

it.each<[error: Error, constraint: string | undefined, is: boolean]>([
  [failure(UNIQUE, { constraint: "profile_username" }), undefined, true],
  [failure(UNIQUE, { constraint: "profile_username" }), "profile_username", true],
  [failure(UNIQUE, { constraint: "account_email_key" }), "profile_username", false],
  [failure(UNIQUE), "profile_username", false],
  [failure(FOREIGN_KEY_VIOLATION, { constraint: "profile_username" }), "profile_username", false],
  [new Error("no code"), undefined, false],
])("%o breaks the unique constraint %s: %s", (error, constraint, is) => {
  expect(isUniqueViolation(error, constraint)).toBe(is);
});
