import { expect, test } from "vitest";
import { ERRORS } from "#core/errors.ts";
import { verifyPassword } from "#server/password.ts";
import { openOwnDatabase } from "#tests/helpers/own-database.ts";
import { createAdmin } from "./write.server.ts";

const db = await openOwnDatabase();

const email = "Admin@example.test";

test("an administrator is made once, and then has a new password", async () => {
  expect(await createAdmin(db, { email, password: "violet-anchor-41" })).toBe("created");
  expect(await createAdmin(db, { email: email.toLowerCase(), password: "violet-anchor-42" })).toBe("password changed");
  const rows = await db.selectFrom("admin").select("password_hash").execute();
  expect(rows).toHaveLength(1);
  expect(await verifyPassword("violet-anchor-42", rows[0]?.password_hash)).toBe(true);
});

test.each([
  ["no e-mail", "nobody", "violet-anchor-41", "not an e-mail"],
  ["a short password", email, "short", "at least"],
  ["a password that everybody tries first", email, "password1", ERRORS["weak-password"].sentence],
])("%s is refused, and nothing changes", async (_what, address, password, sentence) => {
  const before = await db.selectFrom("admin").selectAll().execute();
  await expect(createAdmin(db, { email: address, password })).rejects.toThrow(sentence);
  expect(await db.selectFrom("admin").selectAll().execute()).toEqual(before);
});
