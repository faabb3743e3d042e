import { spawnSync } from "node:child_process";
import { closeSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hasReserve, openEmbedded, releaseReserve, type EmbeddedDatabase } from "#db/embedded/embedded.ts";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { ownFolder } from "#tests/helpers/own-folder.ts";

// R5: uses its own disk, so that it can be full. Only root may mount one; elsewhere, src/server/disk-watch.test.ts
// tests what is possible.

const folder = ownFolder("disk");
let canMount = false;
const dataDir = join(folder, "data");
const filler = join(folder, "filler");

let embedded: EmbeddedDatabase;
let app: TestApp;
let lost: Error | undefined;
const said: string[] = [];

beforeAll(async () => {
  canMount =
    process.platform === "linux" &&
    spawnSync("mount", ["-t", "tmpfs", "-o", "size=420m,mode=0755", "tmpfs", folder]).status === 0;
  if (!canMount) return;
  embedded = await openEmbedded({
    dataDir,
    role: "app",
    throwAway: true,
    say: (line) => said.push(line),
    onLost: (error) => (lost = error),
  });
  app = await startTestApp({
    databaseUrl: embedded.url,
    diskOf: dataDir,
    isServerDown: embedded.isServerDown,
    now: () => new Date(),
  });
});
afterAll(async () => {
  if (!canMount) return;
  rmSync(filler, { force: true });
  await app.stop();
  await embedded.stop();
  spawnSync("umount", [folder]);
});
beforeEach(({ skip }) => skip(!canMount));

const free = (): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/** Fills the disk with another program's file, except for `leave` bytes. */
function fill(leave: number): void {
  const handle = openSync(filler, "a");
  try {
    for (let left = free() - leave; left > 0; left -= 262_144) writeSync(handle, Buffer.alloc(Math.min(left, 262_144)));
  } catch {
    // The disk is full, as intended.
  } finally {
    closeSync(handle);
  }
}

async function person(): Promise<ApiUser> {
  const user = await new ApiUser(app).signUp();
  expect((await user.save({ pipeline: [] })).status).toBe(200);
  return user;
}

describe("R5: a full disk", () => {
  it("stops saves with the reason before the database is hurt, reads go on, and it comes back by itself", async () => {
    const user = await person();
    await expect.poll(() => hasReserve(dataDir), { timeout: 10_000 }).toBe(true);
    fill(20 * 1_048_576);
    const save = () => user.save({ location: "somewhere" });
    await expect.poll(async () => (await save()).status, { timeout: 10_000 }).toBe(503);
    const refused = await save();
    expect(refused.text).toContain("The disk of this site is full. Nothing can be saved until there is space again.");
    expect(refused.text).toContain('"disk-full"');
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await user.call("GET", `/api/profile/get/${user.profileId}`)).status).toBe(200);
    expect(app.logged()).toContain("the disk is getting full");
    expect(app.logged()).toContain("disk full: nothing is saved");
    rmSync(filler);
    await expect.poll(async () => (await save()).status, { timeout: 10_000 }).toBe(200);
    expect(app.logged()).toContain("the disk has space again");
  });

  it("that kills the database in the middle of its journal ends nothing: it starts in the reserve, reads go on, and so do saves when there is space", async () => {
    const user = await person();
    const path = `/api/profile/get/${user.profileId}`;
    const read = async (): Promise<number> => (await fetch(`${app.url}${path}`)).status;
    // The purge of their save comes a moment after its answer.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const isKept = (): boolean => app.services.cache.get(`${path}\n`, Date.now()) !== undefined;
    await expect.poll(async () => (await read()) === 200 && isKept(), { timeout: 10_000 }).toBe(true);
    fill(0);
    const client = new pg.Client({ connectionString: embedded.url });
    client.on("error", () => {});
    await client.connect();
    // Nothing but the journal grows by this, and where it cannot, PostgreSQL ends.
    const end = await (async () => {
      for (let n = 0; n < 2_000; n += 1)
        await client.query("select pg_logical_emit_message(true, 'x', repeat('x', 1000000))");
    })().catch((error: unknown) => error);
    expect(end).toBeInstanceOf(Error);
    const statuses: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      statuses.push(await read());
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    // Answers come from memory while there is no database.
    expect(statuses.filter((status) => status === 200).length, statuses.join()).toBeGreaterThanOrEqual(18);
    await expect
      .poll(async () => (await user.call("GET", `/api/profile/get/${user.profileId}`)).status, { timeout: 20_000 })
      .toBe(200);
    expect((await user.save({ location: "x" })).text).toContain('"disk-full"');
    expect(said.join("\n")).toContain("The disk is full");
    rmSync(filler);
    await expect.poll(async () => (await user.save({ location: "back" })).status, { timeout: 20_000 }).toBe(200);
    await expect.poll(() => hasReserve(dataDir), { timeout: 10_000 }).toBe(true);
    expect(lost).toBeUndefined();
  });

  it("does not prevent a start: the database takes the reserve, reads go on, and so do saves when there is space", async () => {
    await app.stop();
    await embedded.stop();
    fill(0);
    said.length = 0;
    embedded = await openEmbedded({ dataDir, role: "app", throwAway: true, say: (line) => said.push(line) });
    expect(said.join("\n")).toContain("The disk is full. The database starts in the space that was kept for this");
    app = await startTestApp({ databaseUrl: embedded.url, diskOf: dataDir, isServerDown: embedded.isServerDown });
    expect((await new ApiUser(app).call("GET", "/api/company/names")).status).toBe(200);
    const saving = await new ApiUser(app).call("POST", "/api/user/signup", { email: "a@b.example", password: "p" });
    expect(saving.text).toContain('"disk-full"');
    rmSync(filler);
    await expect.poll(() => hasReserve(dataDir), { timeout: 10_000 }).toBe(true);
    await person();
  });

  it("is named by the doctor, who leaves the reserve for the next start", async () => {
    await app.stop();
    await embedded.stop();
    fill(0);
    const env = { PATH: process.env["PATH"] ?? "", DATA_DIR: dataDir, PORT: "1" };
    const { stdout } = spawnSync(process.execPath, ["scripts/doctor.ts"], { encoding: "utf8", env });
    expect(stdout).toContain(`WRONG The disk of ${dataDir} is full.`);
    expect(hasReserve(dataDir)).toBe(true);
    rmSync(filler);
    embedded = await openEmbedded({ dataDir, role: "app", throwAway: true, say: () => undefined });
    app = await startTestApp({ databaseUrl: embedded.url, diskOf: dataDir });
  });

  it("without a reserve is named at the start, and no other directory is advised", async () => {
    await app.stop();
    await embedded.stop();
    releaseReserve(dataDir);
    fill(0);
    const start = openEmbedded({ dataDir, role: "app", throwAway: true, say: () => undefined });
    await expect(start).rejects.toThrow(/^The disk of .* is full or has no free inodes .*: make room on it and start/);
    rmSync(filler);
    embedded = await openEmbedded({ dataDir, role: "app", throwAway: true, say: () => undefined });
    app = await startTestApp({ databaseUrl: embedded.url, diskOf: dataDir });
  });
});
