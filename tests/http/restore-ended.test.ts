import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { reactions } from "#app/reactions.server.ts";
import { readMarks } from "#features/backup/read.server.ts";
import { restoreInto } from "#features/backup/restore-write.server.ts";
import { makeBackup, type MadeBackup } from "#features/backup/write.server.ts";
import { findAllForgotten, noteForgotten } from "#server/forgotten.ts";
import { newPublicId } from "#server/ids.ts";
import { unsubscribeToken } from "#server/unsubscribe.ts";
import { startTestApp, stop, type ApiUser, type TestApp } from "#tests/helpers/app.ts";
import { queryOnce } from "#tests/helpers/old-database.ts";
import { createTestDatabase } from "#tests/helpers/postgres.ts";
import { newReader } from "#tests/helpers/weeks.ts";

// Tests that a restore does not bring back things that people ended after the backup.

const now = new Date("2026-11-15T12:00:00Z");
let app: TestApp;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "pipelines-ended-"));
  app = await startTestApp({ env: { BACKUP_DIR: folder } });
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function person(): Promise<ApiUser> {
  const user = await newReader(app);
  const { status, text } = await user.save({ pipeline: [stop("Alder Works", "Clerk", "2018-01-01", "2019-01-01")] });
  expect(status, text).toBe(200);
  return user;
}

async function link(user: ApiUser, level: string, action: string): Promise<string> {
  const { body, status } = await user.call<{ level: string; path: string }[]>("POST", "/api/user/links", {
    level,
    action,
  });
  expect(status).toBe(200);
  return body.find((one) => one.level === level)?.path.slice(3) ?? "";
}

/** Somebody who has consented to the newsletter. */
async function subscriber(email: string): Promise<string> {
  const public_id = newPublicId();
  const row = { public_id, email, email_key: email, asked_at: now, confirmed_at: now };
  await app.db
    .insertInto("newsletter_subscriber")
    .values({ ...row, link_hash: null, link_expires_at: null })
    .execute();
  return unsubscribeToken(app.services.secret, "newsletter", public_id);
}

const make = (): Promise<MadeBackup> =>
  makeBackup(
    { db: app.db, url: app.databaseUrl, secret: app.services.secret, now, config: app.services.config },
    { passphrase: undefined },
  );

it("leaves shared links off that were switched off, renewed, or ended by a switch, and e-mails that were left", async () => {
  const [keeper, leaver, switcher] = [await person(), await person(), await person()];
  const kept = await link(keeper, "no-name", "make");
  const off = await link(leaver, "no-name", "make");
  const renewed = await link(leaver, "only-line", "make");
  const switched = await link(switcher, "only-line", "make");
  await subscriber("reads@example.test");
  const token = await subscriber("left@example.test");
  const made = await make();
  await link(leaver, "no-name", "off");
  const fresh = await link(leaver, "only-line", "renew");
  expect((await switcher.save({ anonymous: true })).status).toBe(200);
  expect((await leaver.call("PATCH", "/api/user/weekly-letter", { wanted: false })).status).toBe(200);
  expect((await leaver.call("POST", "/api/email/newsletter/unsubscribe", { token })).status).toBe(200);
  expect(new Set([kept, off, renewed, switched, fresh]).size).toBe(5);

  const target = await createTestDatabase();
  const settled = await restoreInto({
    url: target.url,
    file: made.file,
    marks: await readMarks(app.db, app.services.secret),
    secret: app.services.secret,
    ctx: { now, today: "2026-11-15", reactions },
    say: () => {},
  });
  expect(settled).toMatchObject({ links: 3, weeklyEmails: 1, subscribers: 1 });
  const { rows: readers } = await queryOnce(target.url, "select email from newsletter_subscriber");
  expect(readers).toEqual([{ email: "reads@example.test" }]);
  const { rows: links } = await queryOnce<{ id: string }>(target.url, "select id from share_link");
  expect(links).toEqual([{ id: kept }]);
  const { rows: emails } = await queryOnce(target.url, "select 1 from weekly_letter");
  expect(emails).toHaveLength(2);
  await target.drop();
});

it("finds what was ended also behind the first thousand rows", async () => {
  const keys = Array.from({ length: 1_001 }, (_, n) => ({ key: String(n).padStart(24, "0") }));
  const last = keys.at(-1)?.key ?? "";
  const { secret } = app.services;
  const found = await app.db.transaction().execute(async (trx) => {
    await noteForgotten(trx, { secret, now }, { kind: "passkey", key: last });
    const read = async (after: string, most: number) => keys.filter(({ key }) => key > after).slice(0, most);
    return findAllForgotten(trx, secret, "passkey", read);
  });
  expect(found).toEqual([last]);
});
