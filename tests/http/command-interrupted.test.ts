import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { postmasterOf } from "#tests/helpers/embedded.ts";

// Ctrl-C in a command that started a database server of its own.

/** Nobody but a test must end a server that is left: it would run on for good. */
async function isGone(pid: number): Promise<boolean> {
  const isRunning = (): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  await expect
    .poll(isRunning, { timeout: 15_000 })
    .toBe(false)
    .catch(() => process.kill(pid, "SIGINT"));
  return !isRunning();
}

/** Starts the check of a backup, and returns once the database server that it starts is running. */
async function startCheck(home: string) {
  const [data, temporary] = [join(home, "data"), join(home, "tmp")];
  const checking = run(home, "scripts/backup.ts", "--check", "--without-secret");
  await expect.poll(() => pidsIn(temporary), { timeout: 60_000 }).toHaveLength(1);
  return { checking, ended: once(checking, "exit"), pids: [...pidsIn(temporary), postmasterOf(data)?.pid ?? 0] };
}

function run(home: string, ...args: string[]): ReturnType<typeof spawn> {
  const env = { PATH: process.env["PATH"] ?? "", DATA_DIR: join(home, "data"), TMPDIR: join(home, "tmp") };
  return spawn(process.execPath, args, { stdio: "ignore", env });
}

const copiesIn = (folder: string): string[] =>
  readdirSync(folder).filter((name) => name.startsWith("pipelines-check-"));
const pidsIn = (folder: string): number[] =>
  copiesIn(folder).flatMap((name) => postmasterOf(join(folder, name))?.pid ?? []);

test("a backup's check leaves no server and no copy of the data: Ctrl-C, or the next check after a kill", async () => {
  const home = mkdtempSync(join(tmpdir(), "pipelines-interrupted-"));
  const temporary = join(home, "tmp");
  mkdirSync(temporary);
  expect((await once(run(home, "scripts/db-migrate.ts"), "exit"))[0]).toBe(0);

  // While the command's own server starts.
  const starting = run(home, "scripts/backup.ts", "--without-secret");
  const startingEnded = once(starting, "exit");
  await expect.poll(() => postmasterOf(join(home, "data")), { timeout: 60_000, interval: 5 }).toBeDefined();
  const startingServer = postmasterOf(join(home, "data"))?.pid ?? 0;
  starting.kill("SIGINT");
  expect((await startingEnded)[0]).toBe(130);
  expect(await isGone(startingServer)).toBe(true);

  // While the check runs.
  const interrupted = await startCheck(home);
  interrupted.checking.kill("SIGINT");
  expect((await interrupted.ended)[0]).toBe(130);
  expect(await Promise.all(interrupted.pids.map(isGone))).toEqual([true, true]);
  expect(copiesIn(temporary)).toEqual([]);

  const killed = await startCheck(home);
  killed.checking.kill("SIGKILL");
  await killed.ended;
  expect(copiesIn(temporary)).toHaveLength(1);
  expect((await once(run(home, "scripts/backup.ts", "--check", "--without-secret"), "exit"))[0]).toBe(0);
  expect(copiesIn(temporary)).toEqual([]);
  expect(await isGone(killed.pids[0] ?? 0)).toBe(true);
  // A command uses the server of a killed one, and leaves it to the next start of the app.
  process.kill(killed.pids[1] ?? 0, "SIGINT");
  expect(await isGone(killed.pids[1] ?? 0)).toBe(true);
  rmSync(home, { recursive: true, force: true });
});
