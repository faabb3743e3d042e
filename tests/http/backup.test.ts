import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { reactions } from "#app/reactions.server.ts";
import { BACKUP_LOCK, dumpDatabase } from "#db/backup-dump.ts";
import { BackupError, checkBackup, NO_MARKS } from "#db/backup-file.ts";
import { openDatabase } from "#db/connect.ts";
import { mixRows } from "#db/mix-rows.ts";
import { migrate } from "#db/migrate.ts";
import { backupName, backupsIn, marksIn, writeMarks } from "#features/backup/folder.server.ts";
import { readLastBackup, readMarks } from "#features/backup/read.server.ts";
import { findSecret, restoreInto } from "#features/backup/restore-write.server.ts";
import { keepBackups } from "#features/backup/schedule-write.server.ts";
import { unwrapSecret, wrapSecret } from "#features/backup/secret.server.ts";
import { makeBackup, type MadeBackup } from "#features/backup/write.server.ts";
import { findDifferences } from "#features/stats/recount.server.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { queryOnce } from "#tests/helpers/old-database.ts";
import { ownFolder } from "#tests/helpers/own-folder.ts";
import { createTestDatabase, type TestDatabase } from "#tests/helpers/postgres.ts";
import { createMigratedDatabase } from "#tests/helpers/ready-database.ts";

const PASSPHRASE = "a passphrase of a test";
const now = new Date("2026-11-15T12:00:00Z");
const EMPTY_HEAD = JSON.stringify({ format: "pipelines-backup", version: 1, tables: [] });
const ctx = { now, today: "2026-11-15", reactions };

let app: TestApp;
let folder: string;
let leaving: ApiUser;
let staying: ApiUser;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "pipelines-backups-"));
  app = await startTestApp({ env: { BACKUP_DIR: folder, BACKUP_HOURS: "24", BACKUP_KEEP: "2" } });
  leaving = await new ApiUser(app).signUp("leaver@example.test");
  staying = await new ApiUser(app).signUp("stayer@example.test");
  for (const user of [leaving, staying]) {
    const pipeline = [stop("Fernhill Labs", "Analyst\twith \\N and \\.", "2020-01-01", "2021-01-01", 60)];
    await user.save({ pipeline });
  }
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

const make = (at = now, passphrase?: string): Promise<MadeBackup> =>
  makeBackup(
    { db: app.db, url: app.databaseUrl, secret: app.services.secret, now: at, config: app.services.config },
    { passphrase },
  );

/** All rows of all tables, table by table. */
async function everything(url: string, tables: readonly string[]): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const table of tables) {
    const { rows } = await queryOnce<{ row: string }>(url, `select t::text as row from ${table} t order by 1`);
    found[table] = rows.map(({ row }) => row);
  }
  return found;
}

const LEFT_OUT = [
  "session",
  "account_link",
  "admin_session",
  "admin_token",
  "audit_log",
  "migration",
  "last_backup",
  "mail",
];

describe("a backup", () => {
  let target: TestDatabase;
  let made: MadeBackup;
  beforeAll(async () => {
    made = await make(now, PASSPHRASE);
  });
  beforeEach(async () => {
    target = await createTestDatabase();
    return () => target.drop();
  });

  test("restored into an empty database gives every table row for row, and keys go on where they were", async () => {
    await restoreInto({
      url: target.url,
      file: made.file,
      marks: NO_MARKS,
      secret: app.services.secret,
      ctx,
      say: () => {},
    });
    const tables = made.head.tables.map(({ name }) => name).filter((name) => !LEFT_OUT.includes(name));
    expect(tables).toContain("profile");
    const [before, after] = [await everything(app.databaseUrl, tables), await everything(target.url, tables)];
    expect(after).toEqual(before);
    expect(before["role"]?.join()).toContain("Analyst");
    const mails = await queryOnce<{ state: string }>(target.url, "select distinct state from mail");
    expect(mails.rows).toEqual([{ state: "cancelled" }]);
    expect(made.head.sequences.map(({ table }) => table)).toContain("audit_log");
    const again = await startTestApp({ databaseUrl: target.url, env: { SECRET_FILE: app.services.config.secretFile } });
    expect(await findDifferences(again.db)).toEqual([]);
    await new ApiUser(again).signUp();
    await again.stop();
  });

  test("has no row of its tables in the order in which people came", async () => {
    const text = gunzipSync(readFileSync(made.file)).toString("utf8");
    const { rows } = await queryOnce<{ id: string }>(
      app.databaseUrl,
      "select id::text as id from stop order by stop.id",
    );
    const at = rows.map(({ id }) => text.indexOf(`\n${id}\t`));
    expect(at.every((place, index) => place > (at[index - 1] ?? 0))).toBe(true);
    expect(rows.length).toBeGreaterThan(1);
  });

  test("can be read by its owner alone, and tells nothing of the secret", () => {
    expect(statSync(made.file).mode & 0o777).toBe(0o600);
    const text = gunzipSync(readFileSync(made.file));
    expect(text.includes(app.services.secret)).toBe(false);
    expect(text.toString("latin1")).not.toContain(app.services.secret.toString("hex"));
  });

  test.each([
    ["cut short", (bytes: Buffer) => bytes.subarray(0, bytes.length - 40)],
    ["changed in one letter", (bytes: Buffer) => changed(bytes, "Analyst", "Analist")],
    ["without its last line", (bytes: Buffer) => withoutLastLine(bytes)],
    ["no backup at all", () => gzipSync("[]\n")],
    ["a first line and nothing that fits it", () => gzipSync(`${EMPTY_HEAD}\nnull\n`)],
  ])("that is %s is refused before anything is touched", async (_what, spoil) => {
    const file = join(folder, "spoilt.backup");
    writeFileSync(file, spoil(readFileSync(made.file)));
    await expect(checkBackup(file)).rejects.toThrow(BackupError);
    const migrated = await createMigratedDatabase();
    await expect(
      restoreInto({ url: migrated.url, file, marks: NO_MARKS, secret: undefined, ctx, say: () => {} }),
    ).rejects.toThrow(BackupError);
    const { rows } = await queryOnce(migrated.url, "select count(*)::int as n from migration");
    expect(rows[0]?.["n"]).toBeGreaterThan(5);
    await migrated.drop();
    rmSync(file);
  });

  test("that is a folder is called one", async () => {
    await expect(checkBackup(folder)).rejects.toThrow(`${folder} is a folder.`);
  });

  test("of many megabytes gives its first line without the rest", async () => {
    const file = join(folder, backupName(new Date("2026-11-01T00:00:00Z")));
    const head = { format: "pipelines-backup", version: 1, forgotten: [["ab".repeat(32), "2027-01-01"]] };
    writeFileSync(
      file,
      gzipSync(`${JSON.stringify(head)}\n${`${randomBytes(2_000).toString("hex")}\n`.repeat(4_000)}`, { level: 1 }),
    );
    expect((await marksIn(folder, () => {})).forgotten).toContainEqual(["ab".repeat(32), "2027-01-01"]);
    rmSync(file);
    // Whatever a stream that was left says later ends the process.
    await new Promise((resolve) => setTimeout(resolve, 100));
  });

  test("of a newer program is refused by name", async () => {
    const file = join(folder, "newer.backup");
    const text = gunzipSync(readFileSync(made.file)).toString("utf8");
    const newer = text.replace(/"migrations":\[/, '"migrations":["9998-from-the-future.sql",');
    const body = newer.slice(0, newer.lastIndexOf("\n", newer.length - 2) + 1);
    const sha256 = createHash("sha256").update(body).digest("hex");
    const rows = (JSON.parse(text.slice(text.lastIndexOf("\n", text.length - 2) + 1)) as { rows: object }).rows;
    writeFileSync(file, gzipSync(`${body}${JSON.stringify({ rows, sha256 })}\n`));
    await expect(
      restoreInto({ url: target.url, file, marks: NO_MARKS, secret: undefined, ctx, say: () => {} }),
    ).rejects.toThrow(/newer than this version.*9998-from-the-future/);
    rmSync(file);
  });

  test("restored half way is started by no program", async () => {
    const client = await queryOnce(target.url, "select 1");
    expect(client.rowCount).toBe(1);
    const { loadBackup } = await import("#db/backup-load.ts");
    await loadBackup(target.url, made.file, NO_MARKS);
    await expect(migrate(target.url)).rejects.toThrow("A restore of this database was cut short.");
    await restoreInto({
      url: target.url,
      file: made.file,
      marks: NO_MARKS,
      secret: app.services.secret,
      ctx,
      say: () => {},
    });
    expect(await migrate(target.url)).toEqual([]);
  });

  test("ends all sessions: what was ended since does not live again", async () => {
    await restoreInto({
      url: target.url,
      file: made.file,
      marks: NO_MARKS,
      secret: app.services.secret,
      ctx,
      say: () => {},
    });
    const again = await startTestApp({ databaseUrl: target.url, env: { SECRET_FILE: app.services.config.secretFile } });
    const old = new ApiUser(again);
    old.token = staying.token;
    // The token itself is good under the same secret, but it is nobody's any more.
    expect((await old.call("GET", "/api/user/sessions")).body).toMatchObject({ code: "not-yours" });
    await again.stop();
    const { rows } = await queryOnce(target.url, "select action from audit_log where action = 'backup.restore'");
    expect(rows).toHaveLength(1);
  });

  test("is refused after five seconds while another one is made, and no table is rewritten meanwhile", async () => {
    const client = await openHolder();
    await expect(dumpDatabase(app.databaseUrl, join(folder, "second.backup"), made.head)).rejects.toThrow(
      "Another backup is being made.",
    );
    expect(await mixRows(app.db, now)).toEqual([]);
    await client.end();
    expect(await mixRows(app.db, now)).toContain("profile");
    expect(readdirSync(folder).filter((name) => name.endsWith(".partial"))).toEqual([]);
  });

  test("waits for a table that is being rewritten, which takes a moment", async () => {
    const client = await openHolder();
    const file = join(folder, "waited.backup");
    const dumping = dumpDatabase(app.databaseUrl, file, made.head);
    const ending = new Promise((resolve) => setTimeout(resolve, 500)).then(() => client.end());
    expect((await dumping).rows).toBeGreaterThan(0);
    await ending;
    rmSync(file);
  });

  test("R17: made while people save is one moment of theirs, and its counts equal their recount", async () => {
    let isOver = false;
    let saves = 0;
    const saving = [leaving, staying].map(async (user, n) => {
      for (let turn = 0; !isOver; turn += 1) {
        const name = `Moment Works ${n} ${turn % 5}`;
        const answer = await user.save({ pipeline: [stop(name, "Clerk", "2019-01-01", "2020-01-01", 60)] });
        if (answer.status === 200) saves += 1;
      }
    });
    await expect.poll(() => saves).toBeGreaterThan(3);
    const before = saves;
    const { file } = await make(new Date("2026-11-15T12:30:00Z"));
    const meanwhile = saves - before;
    isOver = true;
    await Promise.all(saving);
    expect(meanwhile).toBeGreaterThan(0);
    await restoreInto({ url: target.url, file, marks: NO_MARKS, secret: app.services.secret, ctx, say: () => {} });
    const db = openDatabase(target.url, { max: 1 });
    expect(await findDifferences(db)).toEqual([]);
    await db.destroy();
    rmSync(file);
  });
});

async function openHolder() {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  await client.query("select pg_advisory_lock($1)", [BACKUP_LOCK]);
  return client;
}

function changed(bytes: Buffer, from: string, to: string): Buffer {
  const text = gunzipSync(bytes).toString("latin1");
  expect(text).toContain(from);
  return gzipSync(Buffer.from(text.replace(from, to), "latin1"));
}

function withoutLastLine(bytes: Buffer): Buffer {
  const text = gunzipSync(bytes).toString("latin1");
  return gzipSync(Buffer.from(text.slice(0, text.lastIndexOf("\n", text.length - 2) + 1), "latin1"));
}

describe("who was deleted", () => {
  test("does not come back by a restored backup, with what belonged to them and the numbers they were in", async () => {
    const made = await make(new Date("2026-11-15T13:00:00Z"));
    expect(
      (await leaving.call("DELETE", `/api/profile/${leaving.profileId}`, { password: "correct-horse-battery" })).status,
    ).toBe(200);
    const marks = await readMarks(app.db, app.services.secret);
    expect(marks.forgotten).toHaveLength(1);
    const target = await createTestDatabase();
    const settled = await restoreInto({
      url: target.url,
      file: made.file,
      marks,
      secret: app.services.secret,
      ctx,
      say: () => {},
    });
    expect(settled).toMatchObject({ people: 1 });
    const { rows } = await queryOnce<{ email: string }>(target.url, "select email from account");
    expect(rows.map(({ email }) => email)).toEqual(["stayer@example.test"]);
    expect((await queryOnce(target.url, "select 1 from profile")).rowCount).toBe(1);
    const again = await startTestApp({ databaseUrl: target.url, env: { SECRET_FILE: app.services.config.secretFile } });
    expect(await findDifferences(again.db)).toEqual([]);
    await again.stop();
    await target.drop();
  });

  test("is a random number of a month to whoever lacks the secret", async () => {
    const { rows } = await queryOnce<{ mark: string; until: string }>(
      app.databaseUrl,
      "select encode(mark, 'hex') as mark, kept_until::text as until from forgotten",
    );
    expect(rows).toEqual([{ mark: expect.stringMatching(/^[0-9a-f]{64}$/), until: "2028-01-01" }]);
    const others = await queryOnce<{ row: string }>(
      app.databaseUrl,
      "select a::text as row from audit_log a union all select s::text from session s union all select p::text from profile p",
    );
    expect(others.rows.join()).not.toContain(rows[0]?.mark);
  });

  test("is known from the other backups of the folder and from the list beside them", async () => {
    const marks = await readMarks(app.db, app.services.secret);
    await writeMarks(folder, marks);
    expect(await marksIn(folder, () => {})).toEqual(marks);
    rmSync(join(folder, "deleted-and-hidden.json"));
    await make(new Date("2026-11-15T14:00:00Z"));
    expect(await marksIn(folder, () => {})).toEqual(marks);
  });
});

describe("the secret in a backup", () => {
  test("opens by its passphrase alone", async () => {
    const wrapped = await wrapSecret(app.services.secret, PASSPHRASE);
    expect((await unwrapSecret(wrapped, PASSPHRASE)).equals(app.services.secret)).toBe(true);
    await expect(unwrapSecret(wrapped, `${PASSPHRASE}.`)).rejects.toThrow(
      "The passphrase is not the one of this backup.",
    );
  });

  test("that is another one, or left out, is told by the file it should stand in", async () => {
    const made = await make(new Date("2026-11-15T15:00:00Z"));
    expect(made.head.wrappedSecret).toBeNull();
    const file = join(folder, "other-secret");
    writeFileSync(file, "ab".repeat(32));
    const ask = async (): Promise<string> => "";
    await expect(findSecret(made.head, file, ask)).rejects.toThrow(`${file} holds that of another installation`);
    await expect(findSecret(made.head, `${file}-none`, ask)).rejects.toThrow(`there is none in ${file}-none`);
    rmSync(file);
  });
});

describe("scheduled backups", () => {
  test("are made when they are due, and no more are kept than the setting says", async () => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    const at = (hours: number): Date => new Date(now.getTime() + hours * 3_600_000);
    let clock = at(100);
    const services = { ...app.services, clock: () => clock };
    await keepBackups(services);
    clock = at(101);
    await keepBackups(services);
    expect(await backupsIn(folder)).toEqual([backupName(at(100))]);
    // A backup that is being made by another program, and one whose program was killed.
    const [young, old] = ["pipelines-young.partial", "pipelines-old.partial"];
    for (const name of [young, old]) writeFileSync(join(folder, name), "");
    utimesSync(join(folder, old), new Date(0), new Date(Date.now() - 25 * 3_600_000));
    for (const hours of [124, 148]) {
      clock = at(hours);
      await keepBackups(services);
    }
    expect(await backupsIn(folder)).toEqual([backupName(at(124)), backupName(at(148))]);
    expect(await readLastBackup(app.db)).toMatchObject({ madeAt: at(148), failure: "" });
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(["deleted-and-hidden.json", young]));
    expect(readdirSync(folder)).not.toContain(old);
    rmSync(join(folder, young));
    // The clock was two days ahead, and is set back.
    clock = at(100);
    await keepBackups(services);
    expect(await readLastBackup(app.db)).toMatchObject({ madeAt: at(100), failure: "" });
    clock = at(148);
    await keepBackups(services);
    expect(await readLastBackup(app.db)).toMatchObject({ madeAt: at(148), failure: "" });
  });

  test("a day are made at the same time of day: a turn may come a few minutes early", async () => {
    const { hours } = app.services.config.backup;
    const minutesEarly = (minutes: number): Date =>
      new Date(now.getTime() + (148 + hours) * 3_600_000 - minutes * 60_000);
    expect(await readLastBackup(app.db)).toMatchObject({ madeAt: new Date(now.getTime() + 148 * 3_600_000) });
    await keepBackups({ ...app.services, clock: () => minutesEarly(8) });
    expect(await readLastBackup(app.db)).toMatchObject({ madeAt: new Date(now.getTime() + 148 * 3_600_000) });
    await keepBackups({ ...app.services, clock: () => minutesEarly(7) });
    expect(await readLastBackup(app.db)).toMatchObject({ madeAt: minutesEarly(7) });
    // The tests below go on from here.
    await app.db
      .updateTable("last_backup")
      .set({ made_at: new Date(now.getTime() + 148 * 3_600_000) })
      .execute();
  });

  test("have a list of deletions beside them that is renewed between two, and also where another program makes them", async () => {
    const list = join(folder, "deleted-and-hidden.json");
    const clock = (): Date => new Date(now.getTime() + 149 * 3_600_000);
    const { backup } = app.services.config;
    const noneScheduled = { ...app.services.config, backup: { ...backup, hours: 0 } };
    const elsewhere = { ...app.services.config, backup: { ...backup, hours: 0, folder: join(folder, "none") } };
    const marks = await readMarks(app.db, app.services.secret);
    expect(marks.forgotten.length).toBeGreaterThan(0);
    const before = await backupsIn(folder);
    for (const config of [app.services.config, noneScheduled]) {
      writeFileSync(list, JSON.stringify(NO_MARKS));
      await keepBackups({ ...app.services, config, clock });
      expect(JSON.parse(readFileSync(list, "utf8")), `every ${config.backup.hours} hours`).toEqual(marks);
    }
    // A site without backups has no folder for them, and gets none.
    await keepBackups({ ...app.services, config: elsewhere, clock });
    expect([existsSync(elsewhere.backup.folder), await backupsIn(folder)]).toEqual([false, before]);
  });

  test("that fail are noted with the reason, beside the last whole one", async () => {
    const file = join(folder, "a-file");
    writeFileSync(file, "");
    const config = { ...app.services.config, backup: { ...app.services.config.backup, folder: join(file, "below") } };
    const services = { ...app.services, config, clock: () => new Date(now.getTime() + 200 * 3_600_000) };
    await expect(keepBackups(services)).rejects.toThrow("The folder for backups");
    const last = await readLastBackup(app.db);
    expect(last?.failure).toContain("Check BACKUP_DIR");
    expect(last?.madeAt).toEqual(new Date(now.getTime() + 148 * 3_600_000));
    rmSync(file);
  });

  test("onto a full disk say where there is no room, and leave nothing there", async () => {
    const clock = (): Date => new Date(now.getTime() + 201 * 3_600_000);
    const file = join(folder, backupName(clock()));
    symlinkSync("/dev/full", `${file}.partial`);
    await expect(keepBackups({ ...app.services, clock })).rejects.toThrow(
      `The backup ${file} cannot be written (ENOSPC: no space left on device`,
    );
    expect(existsSync(`${file}.partial`)).toBe(false);
  });
});

/** The commands as an operator calls them, on an embedded database of their own. */
describe("npm run backup and npm run restore", () => {
  const home = ownFolder("commands", 0o755);

  function run(script: string, args: readonly string[], env: Record<string, string>) {
    const done = spawnSync(process.execPath, [`scripts/${script}.ts`, ...args], {
      encoding: "utf8",
      env: { PATH: process.env["PATH"] ?? "", NODE_ENV: "production", ...env },
      input: "",
    });
    return { code: done.status, said: `${done.stdout}${done.stderr}` };
  }

  test("move an installation to another machine: one file, its passphrase, nothing else", { timeout: 240_000 }, () => {
    const old = { DATA_DIR: join(home, "old") };
    expect(run("db-migrate", [], old)).toMatchObject({ code: 0 });
    expect(run("backup", [], old).said).toContain("Set BACKUP_PASSPHRASE");
    const made = run("backup", ["--check"], { ...old, BACKUP_PASSPHRASE: PASSPHRASE });
    expect(made.said).toContain("It was restored on trial");
    expect(made.code).toBe(0);
    const [name = ""] = readdirSync(join(home, "old", "backups"));
    const file = join(home, "old", "backups", name);
    const fresh = { DATA_DIR: join(home, "new") };
    expect(run("restore", [file], { ...fresh, BACKUP_PASSPHRASE: "not the passphrase" }).said).toContain(
      "The passphrase is not the one of this backup. Set BACKUP_PASSPHRASE to",
    );
    const restored = run("restore", [file], { ...fresh, BACKUP_PASSPHRASE: PASSPHRASE });
    expect(restored.said).toContain("Restored: ");
    expect(restored.code).toBe(0);
    const secretOf = (place: string): string => readFileSync(join(home, place, "secret"), "utf8");
    expect(secretOf("new")).toBe(secretOf("old"));
    expect(run("restore", [file, "--check"], fresh)).toMatchObject({ code: 0 });
    expect(run("restore", [], fresh)).toMatchObject({ code: 2 });
  });
});
