import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { makeBackup } from "#features/backup/write.server.ts";
import { startTestApp } from "#tests/helpers/app.ts";
import { queryOnce } from "#tests/helpers/old-database.ts";
import { createMigratedDatabase } from "#tests/helpers/ready-database.ts";

const PASSPHRASE = "a passphrase of a test";

test("a restore that is killed before its commit leaves the secret of the database that stays", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pipelines-restore-killed-"));
  const app = await startTestApp({ env: { BACKUP_DIR: folder } });
  const { secret, config } = app.services;
  const made = await makeBackup(
    { db: app.db, url: app.databaseUrl, secret, now: new Date(), config },
    { passphrase: PASSPHRASE },
  );
  await app.stop();
  const target = await createMigratedDatabase();
  const home = join(folder, "home");
  const before = `${"ab".repeat(32)}\n`;
  mkdirSync(home);
  writeFileSync(join(home, "secret"), before);
  const run = (): ReturnType<typeof spawn> =>
    spawn(process.execPath, ["scripts/restore.ts", made.file], {
      stdio: "ignore",
      env: { PATH: process.env["PATH"] ?? "", DATABASE_URL: target.url, DATA_DIR: home, BACKUP_PASSPHRASE: PASSPHRASE },
    });
  // With this lock held, the restore stops in the middle of its transaction until it is killed.
  const reader = new pg.Client({ connectionString: target.url });
  await reader.connect();
  await reader.query("begin");
  await reader.query("lock table account in access share mode");
  const killed = run();
  const waiting =
    "select from pg_stat_activity where application_name = 'pipelines-restore' and wait_event_type = 'Lock'";
  await expect.poll(async () => (await queryOnce(target.url, waiting)).rows, { timeout: 30_000 }).toHaveLength(1);
  killed.kill("SIGKILL");
  await once(killed, "exit");
  expect(readdirSync(home)).toEqual(["secret"]);
  expect(readFileSync(join(home, "secret"), "utf8")).toBe(before);
  await reader.end();

  const [code] = await once(run(), "exit");
  expect(code).toBe(0);
  expect(readFileSync(join(home, "secret"), "utf8").trim()).toBe(secret.toString("hex"));
  expect(readFileSync(join(home, "secret.before-restore"), "utf8")).toBe(before);

  // Another restore keeps the secret that it replaces beside that one.
  const second = `${"cd".repeat(32)}\n`;
  writeFileSync(join(home, "secret"), second);
  expect((await once(run(), "exit"))[0]).toBe(0);
  expect(readFileSync(join(home, "secret.before-restore"), "utf8")).toBe(before);
  expect(readFileSync(join(home, "secret.before-restore-2"), "utf8")).toBe(second);
  await target.drop();
  rmSync(folder, { recursive: true, force: true });
});
