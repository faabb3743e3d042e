import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openEmbedded, type EmbeddedDatabase } from "#db/embedded/embedded.ts";
import { findDifferences } from "#features/stats/recount.server.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";

// R6: strace lets the system calls of PostgreSQL's processes fail, as those of a broken disk do. It is not installed
// everywhere, and some systems let only root use it on processes that it has not started.

const RESTRICTION = "/proc/sys/kernel/yama/ptrace_scope";
const isAllowed =
  process.getuid?.() === 0 || !existsSync(RESTRICTION) || readFileSync(RESTRICTION, "utf8").trim() === "0";
const canFail =
  process.platform === "linux" && isAllowed && spawnSync("strace", ["-f", "-e", "trace=none", "true"]).status === 0;
const CLIENTS = 4;

let dataDir: string;
let embedded: EmbeddedDatabase;
let app: TestApp;
let lost: Error | undefined;

async function start(): Promise<void> {
  embedded = await openEmbedded({ dataDir, role: "app", say: () => {}, onLost: (error) => (lost = error) });
  const { url: databaseUrl, isServerDown } = embedded;
  app = await startTestApp({ databaseUrl, diskOf: dataDir, isServerDown, now: () => new Date() });
}
async function end(): Promise<void> {
  await app.stop();
  await embedded.stop();
}
beforeAll(async () => {
  if (!canFail) return;
  dataDir = mkdtempSync(join(tmpdir(), "pipelines-disk-errors-"));
  await start();
});
afterAll(async () => {
  if (!canFail) return;
  await end();
  rmSync(dataDir, { recursive: true, force: true });
});

/** PostgreSQL's processes: the first one, and all that it has started. */
function serverProcesses(): string[] {
  const [first = ""] = readFileSync(join(dataDir, "pg", "postmaster.pid"), "utf8").split("\n");
  return [first, ...readFileSync(`/proc/${first}/task/${first}/children`, "utf8").trim().split(" ")];
}

/** From the tenth one on, these calls of each process fail, also of processes that start later. */
function breakDisk(calls: string): ReturnType<typeof spawn> {
  const processes = serverProcesses().flatMap((id) => ["-p", id]);
  const inject = [`trace=${calls}`, `inject=${calls}:error=EIO:when=10+`].flatMap((one) => ["-e", one]);
  return spawn("strace", ["-f", "-o", "/dev/null", ...inject, ...processes], { stdio: "ignore" });
}

type Saved = { user: ApiUser; acknowledged: number; sent: number };

/** Saves one number after the other, until one is refused. */
async function saveOn(one: Saved): Promise<void> {
  for (;;) {
    one.sent += 1;
    const pipeline = [stop("Alpha", `Title ${one.sent}`, "2020-01-01", "2021-01-01", 80)];
    const answer = await one.user.save({ location: String(one.sent), pipeline });
    if (answer.status !== 200) {
      expect(answer.status, answer.text).toBe(503);
      return;
    }
    one.acknowledged = one.sent;
  }
}

describe.skipIf(!canFail)("R6: a disk that fails while it writes", () => {
  it.each(["pwrite64", "fdatasync"])(
    "costs no save that was acknowledged, and no answer is a 500: %s",
    async (calls) => {
      const people = await Promise.all(
        Array.from({ length: CLIENTS }, async (): Promise<Saved> => {
          const user = await new ApiUser(app).signUp();
          return { user, acknowledged: 0, sent: 0 };
        }),
      );
      const saving = Promise.all(people.map((one) => saveOn(one)));
      await expect
        .poll(() => Math.min(...people.map((one) => one.acknowledged)), { timeout: 30_000 })
        .toBeGreaterThan(2);
      const strace = breakDisk(calls);
      const detached = once(strace, "exit");
      await saving;
      // From here on the disk is well again.
      strace.kill("SIGTERM");
      await detached;
      await expect
        .poll(async () => (await people[0]?.user.call("GET", "/api/user/account"))?.status, { timeout: 60_000 })
        .toBe(200);
      const check = async (): Promise<void> => {
        for (const { user, acknowledged, sent } of people) {
          const { location } = await app.db
            .selectFrom("profile")
            .select("location")
            .where("public_id", "=", user.profileId)
            .executeTakeFirstOrThrow();
          expect(Number(location)).toBeGreaterThanOrEqual(acknowledged);
          expect(Number(location)).toBeLessThanOrEqual(sent);
        }
        expect(await findDifferences(app.db)).toEqual([]);
      };
      await check();
      await end();
      await start();
      await check();
      expect(lost).toBeUndefined();
    },
  );
});
