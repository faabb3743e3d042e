import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tests/helpers/postgres.ts";

// What an answer needed must be free at the next small collection, which looks at young objects only. What an old object
// reaches is kept until V8 collects the whole heap, which then happens all the time.

let own: TestDatabase;

beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own.drop());

/**
 * Two thirds of what is made may still be there: an engine that compresses keeps 20 kB for each piece of 60 kB even
 * without its text, and a small collection does not find all that is free.
 */
test.each([
  ["rows of a statement", "statement"],
  ["a text that was packed by zstd", "zstd"],
  ["a text that was packed by br", "br"],
  ["a text that was packed by gzip", "gzip"],
  ["what a page's sink reaches", "sink"],
])("%s", async (_, part) => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", "tests/helpers/kept-bytes.ts", part], {
    env: { PATH: process.env["PATH"], NODE_ENV: "test", DATABASE_URL: own.url },
  });
  const { made, kept, rounds } = JSON.parse(stdout) as { made: number; kept: number; rounds: number[] };
  expect(kept, `rounds: ${rounds.join(", ")}`).toBeLessThan((2 * made) / 3);
});
