import fs, { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDatabase, type Database } from "#db/connect.ts";
import type { TestDatabase } from "#tests/helpers/postgres.ts";
import { createMigratedDatabase } from "#tests/helpers/ready-database.ts";
import { openSecret, readSecret, replaceSecret } from "./secret.ts";

let folder = "";
let file = "";
let own: TestDatabase;
let db: Database;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "pipelines-secret-"));
  file = join(folder, "deep", "secret");
  own = await createMigratedDatabase();
  db = openDatabase(own.url);
});
afterEach(async () => {
  await db.destroy();
  await own.drop();
  rmSync(folder, { recursive: true, force: true });
});

test("the key is made once, for its owner's eyes, and read again after; nothing is left beside it", () => {
  const secret = readSecret(file);
  expect(secret).toHaveLength(32);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readSecret(file).equals(secret)).toBe(true);
  expect(readFileSync(file, "utf8").trim()).toBe(secret.toString("hex"));
  expect(readdirSync(join(folder, "deep"))).toEqual(["secret"]);
});

test("a file that holds something else is refused by its name", () => {
  file = join(folder, "secret");
  writeFileSync(file, "changeme\n");
  expect(() => readSecret(file)).toThrow(`${file} (setting SECRET_FILE)`);
});

test("a folder in its place is named, not only the system's error", () => {
  expect(() => readSecret(folder)).toThrow(`The secret file ${folder} (setting SECRET_FILE) cannot be read`);
});

test("a new database takes the key, and each later start finds that it is the same", async () => {
  const secret = await openSecret(db, file);
  expect((await openSecret(db, file)).equals(secret)).toBe(true);
  const { value } = await db.selectFrom("secret_check").select("value").executeTakeFirstOrThrow();
  expect(value.includes(secret)).toBe(false);
});

test("a file that went missing is asked for by name, and none is made in its place", async () => {
  await openSecret(db, file);
  rmSync(file);
  await expect(openSecret(db, file)).rejects.toThrow(`The secret file ${file} (setting SECRET_FILE) is missing.`);
  expect(existsSync(file)).toBe(false);
});

test("so it is with a database from before, which has accounts and no check value yet", async () => {
  const id = "0123456789abcdef01234567";
  await db
    .insertInto("account")
    .values({ id, email: "a@example.test", email_key: "a@example.test", password_hash: null })
    .execute();
  await expect(openSecret(db, file)).rejects.toThrow("is missing");
  // If there is a file, it is accepted: nothing shows whether it is the right one, and it worked until now.
  readSecret(file);
  await openSecret(db, file);
});

test("another installation's file is refused, also of two that start at once on a new database", async () => {
  const other = join(folder, "other");
  for (const one of [file, other]) readSecret(one);
  const results = await Promise.allSettled([openSecret(db, file), openSecret(db, other)]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const refused = results.find(({ status }) => status === "rejected");
  const wrong = results[0]?.status === "rejected" ? file : other;
  expect(refused).toMatchObject({ reason: { message: expect.stringContaining(`The secret file ${wrong} `) } });
  expect(refused).toMatchObject({ reason: { message: expect.stringContaining("another database") } });
});

test("a key that is lost for good is replaced on purpose alone", async () => {
  const secret = await openSecret(db, file);
  rmSync(file);
  await replaceSecret(db, file);
  expect((await openSecret(db, file)).equals(secret)).toBe(false);
});

test("the key is on the disk before its file has its name, and then so is the name", () => {
  const order: string[] = [];
  const { linkSync, fsyncSync } = fs;
  fs.linkSync = (...given) => {
    order.push("named");
    linkSync(...given);
  };
  fs.fsyncSync = (handle) => {
    order.push("synced");
    fsyncSync(handle);
  };
  syncBuiltinESMExports();
  try {
    readSecret(file);
  } finally {
    Object.assign(fs, { linkSync, fsyncSync });
    syncBuiltinESMExports();
  }
  expect(order).toEqual(["synced", "named", "synced"]);
});
