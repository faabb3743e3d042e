import { spawn } from "node:child_process";
import { once } from "node:events";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reactions } from "#app/reactions.server.ts";
import { NO_MARKS, type BackupHead } from "#db/backup-file.ts";
import { readMarks } from "#features/backup/read.server.ts";
import { restoreInto } from "#features/backup/restore-write.server.ts";
import { makeBackup, type MadeBackup } from "#features/backup/write.server.ts";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { queryOnce } from "#tests/helpers/old-database.ts";
import { ownFolder } from "#tests/helpers/own-folder.ts";
import { ORIGIN, withPasskey } from "#tests/helpers/passkeys.ts";
import { createTestDatabase } from "#tests/helpers/postgres.ts";

// Backups that somebody changed, and what an old backup must not bring back.

const PASSPHRASE = "a passphrase of a test";
const now = new Date("2026-11-15T12:00:00Z");
const ctx = { now, today: "2026-11-15", reactions };
const home = ownFolder("hostile", 0o755);
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ env: { BACKUP_DIR: join(home, "backups"), BASE_URL: ORIGIN } });
});
afterAll(() => app.stop());

const make = (): Promise<MadeBackup> =>
  makeBackup(
    { db: app.db, url: app.databaseUrl, secret: app.services.secret, now, config: app.services.config },
    { passphrase: PASSPHRASE },
  );

/** Writes a changed copy of a backup, with a right checksum. */
function rewrite(file: string, change: (head: BackupHead, body: string) => { head: BackupHead; body: string }): string {
  const lines = gunzipSync(readFileSync(file)).toString("utf8").trimEnd().split("\n");
  const first = JSON.parse(lines[0] ?? "") as BackupHead;
  const { rows } = JSON.parse(lines.at(-1) ?? "") as { rows: object };
  const { head, body } = change(first, `${lines.slice(1, -1).join("\n")}\n`);
  const text = `${JSON.stringify(head)}\n${body}`;
  const sha256 = createHash("sha256").update(text).digest("hex");
  const changed = join(home, "changed.backup");
  writeFileSync(changed, gzipSync(`${text}${JSON.stringify({ rows, sha256 })}\n`));
  return changed;
}

test("a backup that names a table of PostgreSQL itself is refused", async () => {
  const { file } = await make();
  const changed = rewrite(file, (head, body) => ({
    head: {
      ...head,
      tables: [...head.tables, { name: "pg_description", columns: ["objoid", "classoid", "objsubid", "description"] }],
    },
    body: `${body}1\t1\t0\tplanted\n\\.\n`,
  }));
  const target = await createTestDatabase();
  await expect(
    restoreInto({ url: target.url, file: changed, marks: NO_MARKS, secret: undefined, ctx, say: () => {} }),
  ).rejects.toThrow("pg_description is no table of Pipelines.");
  await target.drop();
});

test("a restore that fails leaves the secret as it was", async () => {
  const { file } = await make();
  const [data, own] = [join(home, "data"), "ab".repeat(32)];
  mkdirSync(data);
  writeFileSync(join(data, "secret"), own);
  const changed = rewrite(file, (head, body) => ({
    head: { ...head, tables: head.tables.map((table) => ({ ...table, columns: [...table.columns, "more"] })) },
    body,
  }));
  const target = await createTestDatabase();
  const command = spawn(process.execPath, ["scripts/restore.ts", changed], {
    env: {
      PATH: process.env["PATH"] ?? "",
      NODE_ENV: "production",
      DATA_DIR: data,
      DATABASE_URL: target.url,
      BACKUP_PASSPHRASE: PASSPHRASE,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [command.stdout, command.stderr]) stream.on("data", (piece) => (said += String(piece)));
  const [code] = (await once(command, "close")) as [number];
  expect(code, said).toBe(1);
  expect(said).toContain('column "more"');
  expect(readFileSync(join(data, "secret"), "utf8")).toBe(own);
  expect(existsSync(join(data, "secret.before-restore"))).toBe(false);
  await target.drop();
});

test("an old backup brings back no passkey that was removed since, and no e-mails to all members", async () => {
  const [lost, kept] = [await withPasskey(app), await withPasskey(app)];
  const [leaver, returner] = [await new ApiUser(app).signUp(), await new ApiUser(app).signUp()];
  const want = async (user: ApiUser, broadcasts: boolean): Promise<void> => {
    expect((await user.call("PATCH", "/api/user/account", { broadcasts })).status).toBe(200);
  };
  await want(returner, false);
  await want(returner, true);
  const { file } = await make();
  expect((await lost.user.call("DELETE", `/api/user/passkeys/${lost.keyId}`)).status).toBe(200);
  await want(leaver, false);
  const target = await createTestDatabase();
  const marks = await readMarks(app.db, app.services.secret);
  const settled = await restoreInto({ url: target.url, file, marks, secret: app.services.secret, ctx, say: () => {} });
  expect(settled).toMatchObject({ passkeys: 1, broadcasts: 1 });
  const { rows: keys } = await queryOnce(target.url, "select public_id from passkey");
  expect(keys).toEqual([{ public_id: kept.keyId }]);
  const { rows: left } = await queryOnce(target.url, "select email from account where not broadcasts");
  expect(left).toEqual([{ email: leaver.email }]);
  await target.drop();
});
