import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeBackup } from "#features/backup/write.server.ts";
import { openDatabase } from "#db/connect.ts";
import { startTestApp } from "#tests/helpers/app.ts";

// Commands that would destroy the work of a running app.

test("a restore and a new secret are refused beside a running app", { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "pipelines-beside-"));
  const app = await startTestApp({ env: { BACKUP_DIR: folder } });
  const { secret, config } = app.services;
  const made = await makeBackup(
    { db: app.db, url: app.databaseUrl, secret, now: new Date(), config },
    { passphrase: undefined },
  );
  const run = (...args: string[]): { code: number | null; said: string } => {
    const env = { PATH: process.env["PATH"] ?? "", DATABASE_URL: app.databaseUrl, DATA_DIR: join(folder, "data") };
    const done = spawnSync(process.execPath, args, { encoding: "utf8", env });
    return { code: done.status, said: `${done.stdout}${done.stderr}` };
  };
  const refused = { code: 1, said: expect.stringMatching(/Pipelines is running on this database .*: stop it first/) };
  const check = async (): Promise<unknown> => {
    const db = openDatabase(app.databaseUrl, { applicationName: "pipelines-command" });
    const found = await db.selectFrom("secret_check").select("value").execute();
    await db.destroy();
    return found;
  };
  const before = await check();
  expect(run("scripts/secret-replace.ts", "--lost")).toEqual(refused);
  expect(run("scripts/restore.ts", made.file, "--replace")).toEqual(refused);
  expect(await check()).toEqual(before);
  rmSync(folder, { recursive: true, force: true });
  await app.stop();
});
