import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reactions } from "#app/reactions.server.ts";
import { type Marks, NO_MARKS } from "#db/backup-file.ts";
import { loadBackup } from "#db/backup-load.ts";
import { openDatabase } from "#db/connect.ts";
import { joinMarks, marksIn, writeMarks } from "#features/backup/folder.server.ts";
import { readMarks } from "#features/backup/read.server.ts";
import { restoreInto } from "#features/backup/restore-write.server.ts";
import { newestSwitches } from "#features/backup/switches.server.ts";
import { makeBackup, type MadeBackup } from "#features/backup/write.server.ts";
import { findDifferences } from "#features/stats/recount.server.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { queryOnce } from "#tests/helpers/old-database.ts";
import { createTestDatabase, type TestDatabase } from "#tests/helpers/postgres.ts";

// After a restore, nobody is shown more openly than they last chose, whatever the backup contains.

const now = new Date("2026-11-15T12:00:00Z");
const ctx = { now, today: "2026-11-15", reactions };

/** The level of each person at the time of the backup, their choices since, and the level after the restore. */
const PEOPLE = {
  staying: { before: "public", since: [], restored: "public" },
  hiding: { before: "public", since: ["private"], restored: "private" },
  nameless: { before: "public", since: ["private", "anonymous"], restored: "anonymous" },
  returning: { before: "public", since: ["private", "public"], restored: "public" },
  opening: { before: "anonymous", since: ["public"], restored: "anonymous" },
} as const;
type Name = keyof typeof PEOPLE;
const NAMES = Object.keys(PEOPLE) as Name[];

let app: TestApp;
let folder: string;
let early: MadeBackup;
let since: Marks;
const users = new Map<Name, ApiUser>();
const idsThen = new Map<Name, string>();

const userOf = (name: Name): ApiUser => users.get(name) ?? new ApiUser(app);

const make = (at: string): Promise<MadeBackup> =>
  makeBackup(
    { db: app.db, url: app.databaseUrl, secret: app.services.secret, now: new Date(at), config: app.services.config },
    { passphrase: undefined },
  );

async function idOf(url: string, name: Name): Promise<{ public_id: string; visibility: string }> {
  const { rows } = await queryOnce<{ public_id: string; visibility: string }>(
    url,
    `select public_id, visibility from profile where location = '${name}'`,
  );
  return rows[0] ?? { public_id: "", visibility: "" };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "pipelines-switches-"));
  app = await startTestApp({ env: { BACKUP_DIR: folder } });
  for (const name of NAMES) {
    const user = await new ApiUser(app).signUp(`${name}@example.test`);
    const pipeline = [stop("Fernhill Labs", "Analyst", "2020-01-01", "2021-01-01")];
    const saved = await user.save({ pipeline, location: name, visibility: PEOPLE[name].before });
    if (saved.status !== 200) throw new Error(saved.text);
    users.set(name, user);
    idsThen.set(name, (await idOf(app.databaseUrl, name)).public_id);
  }
  const link = await userOf("returning").call("POST", "/api/user/links", { level: "no-name", action: "make" });
  if (link.status !== 200) throw new Error(link.text);
  // A restore reads a thousand accounts at a time, in the order of their ids. These come before everybody else.
  await sql`insert into account (id, email, email_key) select lpad(n::text, 24, '0'), n || '@example.test',
    n || '@example.test' from generate_series(1, 1000) n`.execute(app.db);
  early = await make("2026-11-15T12:00:00Z");
  for (const name of NAMES) {
    for (const visibility of PEOPLE[name].since) {
      const switched = await userOf(name).save({ visibility });
      if (switched.status !== 200) throw new Error(switched.text);
    }
  }
  since = await readMarks(app.db, app.services.secret);
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function restored(marks: Marks, look: (target: TestDatabase) => Promise<void>): Promise<void> {
  const target = await createTestDatabase();
  try {
    const settled = await restoreInto({
      url: target.url,
      file: early.file,
      marks,
      secret: app.services.secret,
      ctx,
      say: () => {},
    });
    expect(settled?.hidden).toBe(4);
    await look(target);
  } finally {
    await target.drop();
  }
}

describe("after a restore of an older backup", () => {
  test("everybody is shown as in it or as they chose since, whichever shows less", async () => {
    await restored(since, async ({ url }) => {
      for (const name of NAMES) {
        const { visibility } = await idOf(url, name);
        expect(visibility, name).toBe(PEOPLE[name].restored);
      }
      const db = openDatabase(url, { max: 1 });
      expect(await findDifferences(db)).toEqual([]);
      await db.destroy();
      expect((await queryOnce(url, "select to_regclass('restored_switch') as it")).rows).toEqual([{ it: null }]);
    });
  });

  test("addresses and links that ended with a switch answer as those of nobody", async () => {
    await restored(since, async ({ url }) => {
      const env = { SECRET_FILE: app.services.config.secretFile };
      const again = await startTestApp({ databaseUrl: url, env });
      const visitor = new ApiUser(again);
      for (const name of NAMES) {
        const then = await visitor.call("GET", `/api/profile/get/${idsThen.get(name)}`);
        expect(then.status, name).toBe(name === "staying" ? 200 : 404);
        const today = await visitor.call("GET", `/api/profile/get/${(await idOf(url, name)).public_id}`);
        expect(today.status, name).toBe(PEOPLE[name].restored === "private" ? 404 : 200);
      }
      expect((await queryOnce(app.databaseUrl, "select 1 from share_link")).rowCount).toBe(0);
      expect((await queryOnce(url, "select 1 from share_link")).rowCount).toBe(0);
      await again.stop();
    });
  });

  test("one that was cut short and begun again knows as much", async () => {
    const target = await createTestDatabase();
    await loadBackup(target.url, early.file, since);
    const db = openDatabase(target.url, { max: 1 });
    const known = await readMarks(db, app.services.secret);
    await db.destroy();
    expect(known.switched).toEqual(since.switched);
    await target.drop();
    await restored(known, async ({ url }) => {
      expect((await idOf(url, "hiding")).visibility).toBe("private");
    });
  });

  test("another backup of the folder tells, and so does the list beside them", async () => {
    await make("2026-11-15T13:00:00Z");
    expect((await marksIn(folder, () => {})).switched.toSorted()).toEqual(since.switched.toSorted());
    await writeMarks(folder, since);
    expect(await marksIn(folder, () => {})).toMatchObject({ switched: expect.arrayContaining([...since.switched]) });
    await restored(joinMarks([NO_MARKS, await marksIn(folder, () => {})]), async ({ url }) => {
      expect((await idOf(url, "nameless")).visibility).toBe("anonymous");
    });
  });

  test("the list joins nobody without the secret, and has no times", async () => {
    await writeMarks(folder, since);
    const text = readFileSync(join(folder, "deleted-and-hidden.json"), "utf8");
    const { rows } = await queryOnce<{ key: string; public_id: string; account: string }>(
      app.databaseUrl,
      "select encode(owner_key, 'hex') as key, public_id, (select string_agg(id::text, ' ') from account) as account from profile",
    );
    for (const { key, public_id, account } of rows) {
      for (const known of [key, public_id, ...account.split(" ")]) expect(text).not.toContain(known);
    }
    expect(text).not.toMatch(/T\d\d:|2026/);
    expect(since.switched).toHaveLength(4);
  });
});

test("of two lists the newer one counts, and of two that are as new the one that shows less", () => {
  const mark = "ab".repeat(32);
  expect(
    newestSwitches([
      [mark, 3, "private"],
      [mark, 4, "public"],
      [mark, 2, "private"],
    ]),
  ).toEqual([[mark, 4, "public"]]);
  for (const order of [
    ["public", "private"],
    ["private", "public"],
  ])
    expect(newestSwitches(order.map((visibility) => [mark, 3, visibility]))).toEqual([[mark, 3, "private"]]);
  expect(newestSwitches([[mark, 1, "what a later version may know"]])).toEqual([[mark, 1, "private"]]);
});
