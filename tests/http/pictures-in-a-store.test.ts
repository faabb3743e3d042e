import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { reactions } from "#app/reactions.server.ts";
import { NO_MARKS } from "#db/backup-file.ts";
import { openOneConnection } from "#db/connect.ts";
import { removeDemoPeople } from "#db/seed/remove.ts";
import type { PictureStore } from "#core/picture-store.ts";
import { restoreInto } from "#features/backup/restore-write.server.ts";
import { keepBackups } from "#features/backup/schedule-write.server.ts";
import { makeBackup } from "#features/backup/write.server.ts";
import { tidyPictureStore } from "#features/picture/housekeeping-write.server.ts";
import { deleteFiles, keepBytes, listUnknownFiles } from "#features/picture/file-write.server.ts";
import { moveToDatabase, moveToStore } from "#features/picture/move-write.server.ts";
import { countPictures } from "#features/picture/places.server.ts";
import { checkPictures } from "#scripts/lib/doctor-pictures.ts";
import { ConfigError } from "#server/config.ts";
import { ApiUser, createAppDatabase, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { startBucket, type TestBucket } from "#tests/helpers/bucket.ts";
import { drawJpeg, drawPng, multipart } from "#tests/helpers/pictures.ts";
import { createTestDatabase } from "#tests/helpers/postgres.ts";

let folder: string;
let bucket: TestBucket;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "pipelines-pictures-"));
  bucket = await startBucket();
});
afterAll(async () => {
  await bucket.stop();
  rmSync(folder, { recursive: true, force: true });
});

let count = 0;
async function newPerson(app: TestApp, more: Record<string, unknown> = {}): Promise<ApiUser> {
  count += 1;
  const person = await new ApiUser(app).signUp();
  await person.save({
    firstName: `Stored${count}`,
    lastName: "Testperson",
    pipeline: [stop("Storage Works", "Clerk", "2019-01-01", "current")],
    ...more,
  });
  return person;
}

async function send(app: TestApp, user: ApiUser, bytes: Buffer): Promise<{ status: number; path: string }> {
  const { body, type } = multipart([{ name: "pfp", filename: "me.jpg", type: "image/jpeg", bytes }]);
  const response = await fetch(`${app.url}/api/pfp/${user.profileId}`, {
    method: "PATCH",
    headers: { "content-type": type, authorization: `Bearer ${user.token}` },
    body: new Uint8Array(body),
  });
  const answer = (await response.json()) as { pfp?: string };
  return { status: response.status, path: answer.pfp === undefined ? "" : new URL(answer.pfp, app.url).pathname };
}

async function get(
  app: TestApp,
  path: string,
  user?: ApiUser,
): Promise<{ status: number; bytes: Buffer; headers: Headers }> {
  const response = await fetch(`${app.url}${path}`, {
    headers: user === undefined ? {} : { authorization: `Bearer ${user.token}` },
  });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers };
}

/** The store of an app; its calls may be replaced until the test ends. */
function storeOf(app: TestApp): PictureStore {
  const { pictures } = app.services;
  if (!pictures) throw new Error("This app has no store.");
  return pictures;
}

async function filesOf(app: TestApp): Promise<string[]> {
  const found: string[] = [];
  for await (const keys of storeOf(app).keys()) found.push(...keys);
  return found.toSorted();
}

async function namedIn(app: TestApp): Promise<string[]> {
  const rows = await app.db.selectFrom("picture").select("stored_as").where("stored_as", "is not", null).execute();
  return rows.flatMap((row) => row.stored_as ?? []).toSorted();
}

describe.each([
  ["a folder", () => ({ PICTURES_DIR: folder })],
  ["a bucket", () => bucket.env],
])("pictures in %s", (_where, env) => {
  let app: TestApp;
  let place: { db: TestApp["db"]; pictures: PictureStore };
  let real: PictureStore;
  beforeAll(async () => {
    app = await startTestApp({ env: env() });
    place = { db: app.db, pictures: storeOf(app) };
    real = { ...place.pictures };
  });
  afterEach(async () => {
    Object.assign(place.pictures, real);
    await app.db.deleteFrom("picture").execute();
    await deleteFiles(place);
  });
  afterAll(() => app.stop());

  test("stand there alone, are shown as ever, and their address names no file", async () => {
    const person = await newPerson(app);
    const { path } = await send(app, person, await drawJpeg());
    const [row] = await app.db.selectFrom("picture").selectAll().execute();
    expect(row).toMatchObject({ bytes: null, stored_as: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(await filesOf(app)).toEqual([row?.stored_as]);
    expect(path).toMatch(/^\/pictures\/[0-9a-f]{24}\.webp$/);
    expect(row?.stored_as).not.toContain(row?.public_id);
    const shown = await get(app, path);
    expect([shown.status, shown.headers.get("cache-control"), shown.headers.get("content-type")]).toEqual([
      200,
      "private, max-age=3600, immutable",
      "image/webp",
    ]);
    expect((await real.get(row?.stored_as ?? ""))?.equals(shown.bytes)).toBe(true);
    for (const name of ["etag", "last-modified"]) expect(shown.headers.has(name), name).toBe(false);
    expect((await get(app, `/pictures/${row?.stored_as}.webp`)).status).toBe(404);
    const own = await person.call<{ picture: string }>("GET", "/api/user/export");
    expect(Buffer.from(own.body.picture, "base64").equals(shown.bytes)).toBe(true);
    // No file waits for deletion, because the written file has a row.
    expect(await app.db.selectFrom("picture_to_delete").selectAll().execute()).toEqual([]);
  });

  test("L7: are shown to nobody from the commit on that hides their person, though the file is there", async () => {
    const person = await newPerson(app);
    const { path } = await send(app, person, await drawJpeg());
    await person.save({ visibility: "private" });
    expect((await get(app, path)).status).toBe(404);
    expect(await filesOf(app)).toEqual(await namedIn(app));
    const own = await person.call<{ pfp: string }>("GET", `/api/pfp/${person.profileId}`);
    const now = new URL(own.body.pfp).pathname;
    expect(now).not.toBe(path);
    expect([(await get(app, now)).status, (await get(app, now, person)).status]).toEqual([404, 200]);
  });

  test("L7: are not shown either where the person was hidden while the store was being read", async () => {
    const person = await newPerson(app);
    const { path } = await send(app, person, await drawJpeg());
    place.pictures.get = async (key) => {
      const bytes = await real.get(key);
      await person.save({ visibility: "anonymous" });
      return bytes;
    };
    expect((await get(app, path)).status).toBe(404);
  });

  test("that are replaced, removed or deleted with their account are gone from the store with the next look", async () => {
    const [one, two] = [await newPerson(app), await newPerson(app)];
    const first = await send(app, one, await drawJpeg());
    const second = await send(app, one, await drawPng());
    expect([(await get(app, first.path)).status, (await get(app, second.path)).status]).toEqual([404, 200]);
    await send(app, two, await drawJpeg());
    expect(await filesOf(app)).toHaveLength(3);
    await tidyPictureStore(app.services);
    expect(await filesOf(app)).toEqual(await namedIn(app));
    await one.call("DELETE", `/api/pfp/${one.profileId}`, {});
    const deleted = await two.call("DELETE", `/api/profile/${two.profileId}`, {});
    expect(deleted.status).toBe(200);
    expect(await filesOf(app)).toHaveLength(2);
    await tidyPictureStore(app.services);
    expect(await filesOf(app)).toEqual([]);
    expect(await app.db.selectFrom("picture_to_delete").selectAll().execute()).toEqual([]);
  });

  test("that cannot be deleted now are deleted later, and keep none of the others", async () => {
    const people = [await newPerson(app), await newPerson(app), await newPerson(app)];
    for (const person of people) await send(app, person, await drawJpeg());
    const [stubborn] = await namedIn(app);
    for (const person of people) await person.call("DELETE", `/api/pfp/${person.profileId}`, {});
    place.pictures.remove = async (key) => {
      if (key === stubborn) throw new Error("away");
      await real.remove(key);
    };
    await expect(tidyPictureStore(app.services)).rejects.toThrow("away");
    expect(await filesOf(app)).toEqual([stubborn]);
    Object.assign(place.pictures, real);
    await tidyPictureStore(app.services);
    expect(await filesOf(app)).toEqual([]);
  });

  test("that a crash left without a row wait an hour for it, then nobody can claim them and they are deleted", async () => {
    const kept = await keepBytes(place, Buffer.from("a picture"));
    await tidyPictureStore(app.services);
    expect(await filesOf(app)).toEqual([kept.stored_as]);
    await sql`update picture_to_delete set waits_until = now()`.execute(app.db);
    await tidyPictureStore(app.services);
    expect(await filesOf(app)).toEqual([]);
  });

  test("whose row comes after their file was given up are refused, and the old one stays", async () => {
    const person = await newPerson(app);
    const old = await send(app, person, await drawJpeg());
    place.pictures.put = async (key, bytes) => {
      await real.put(key, bytes);
      await sql`update picture_to_delete set waits_until = now()`.execute(app.db);
      await deleteFiles(place);
    };
    expect((await send(app, person, await drawPng())).status).toBe(503);
    expect((await get(app, old.path)).status).toBe(200);
    expect(await filesOf(app)).toEqual(await namedIn(app));
  });

  test("while the store is away: 503 with the time to wait, nothing half done, and pages go on", async () => {
    const person = await newPerson(app);
    const { path } = await send(app, person, await drawJpeg());
    const away = await startTestApp({
      databaseUrl: app.databaseUrl,
      env: {
        SECRET_FILE: app.services.config.secretFile,
        PICTURES_S3_URL: "http://127.0.0.1:9/pictures",
        PICTURES_S3_KEY_ID: "a",
        PICTURES_S3_SECRET: "very secret",
      },
    });
    try {
      const shown = await get(away, path);
      expect([shown.status, shown.headers.get("retry-after")]).toEqual([503, "5"]);
      expect((await send(away, person, await drawPng())).status).toBe(503);
      expect((await get(away, `/api/profile/get/${person.profileId}`)).status).toBe(200);
      expect(away.logged()).toContain("the store of pictures is away");
      expect(away.logged()).not.toContain("very secret");
    } finally {
      await away.stop();
    }
    expect((await get(app, path)).status).toBe(200);
  });

  test("move there from the database and back, byte by byte, whatever is cut short", async () => {
    const people = [];
    for (let n = 0; n < 3; n += 1) people.push(await newPerson(app));
    const keys = await app.db.selectFrom("profile").select("id").where("created", "=", true).execute();
    const ids = keys.map(({ id }) => id).slice(-3);
    for (const [index, id] of ids.entries()) {
      await app.db
        .insertInto("picture")
        .values({ profile_id: id, public_id: String(index).repeat(24), bytes: Buffer.from(`picture ${index}`) })
        .execute();
    }
    // The second one is read back wrong: it stays where it is.
    let reads = 0;
    place.pictures.get = async (key) => {
      reads += 1;
      return reads === 2 ? Buffer.from("something else") : real.get(key);
    };
    expect(await moveToStore(place)).toEqual({ moved: 2, failed: 1 });
    Object.assign(place.pictures, real);
    expect(await countPictures(app.db)).toMatchObject({ inDatabase: 1, inStore: 2, toDelete: 1 });
    expect(await moveToStore(place)).toEqual({ moved: 1, failed: 0 });
    await deleteFiles(place);
    expect(await filesOf(app)).toEqual(await namedIn(app));
    expect(await moveToDatabase(place)).toEqual({ moved: 3, failed: 0 });
    const rows = await app.db.selectFrom("picture").select(["public_id", "bytes"]).orderBy("public_id").execute();
    expect(rows.map(({ bytes }) => bytes?.toString())).toEqual(["picture 0", "picture 1", "picture 2"]);
    await deleteFiles(place);
    expect(await filesOf(app)).toEqual([]);
  });

  test("are moved and deleted to the last one, beyond one step", async () => {
    for (let n = 0; n < 21; n += 1) await new ApiUser(app).signUp();
    const profiles = await app.db.selectFrom("profile").select("id").orderBy("id", "desc").limit(21).execute();
    const pictures = profiles.map(({ id }, n) => {
      const text = `picture ${n}`;
      return { profile_id: id, public_id: String(n).padStart(24, "0"), bytes: Buffer.from(text) };
    });
    await app.db.insertInto("picture").values(pictures).execute();
    expect(await moveToStore(place)).toEqual({ moved: 21, failed: 0 });
    expect(await moveToDatabase(place)).toEqual({ moved: 21, failed: 0 });
    const strays = Array.from({ length: 200 }, (_, n) => ({ stored_as: String(n).padStart(32, "0") }));
    await app.db.insertInto("picture_to_delete").values(strays).execute();
    expect(await deleteFiles(place)).toBe(221);
  });

  test("a picture that is replaced while it is moved stays the new one", async () => {
    const person = await newPerson(app);
    await send(app, person, await drawJpeg());
    await moveToDatabase(place);
    await deleteFiles(place);
    const fresh = await drawPng();
    let path = "";
    place.pictures.get = async (key) => {
      place.pictures.get = real.get;
      ({ path } = await send(app, person, fresh));
      return real.get(key);
    };
    expect(await moveToStore(place)).toEqual({ moved: 0, failed: 1 });
    expect((await get(app, path)).status).toBe(200);
    await deleteFiles(place);
    expect(await filesOf(app)).toEqual(await namedIn(app));
    expect(await namedIn(app)).toHaveLength(1);
  });

  test("files that nobody named are found, and those in use or being written stay", async () => {
    const person = await newPerson(app);
    await send(app, person, await drawJpeg());
    const kept = await keepBytes(place, Buffer.from("being written"));
    await real.put("c".repeat(32), Buffer.from("a stray"));
    expect(await listUnknownFiles(place)).toBe(1);
    await deleteFiles(place);
    expect(await filesOf(app)).toEqual([...(await namedIn(app)), kept.stored_as ?? ""].toSorted());
    await sql`update picture_to_delete set waits_until = now()`.execute(app.db);
  });

  test("are in a backup, and come back by it; the files of the replaced database go", async () => {
    const backups = mkdtempSync(join(tmpdir(), "pipelines-backups-"));
    const target = await createTestDatabase();
    try {
      const person = await newPerson(app);
      const { path } = await send(app, person, await drawJpeg());
      const { bytes } = await get(app, path);
      const { services } = app;
      const config = { backup: { ...services.config.backup, folder: backups } };
      const now = new Date("2026-11-15T12:00:00Z");
      const given = { db: app.db, url: app.databaseUrl, secret: services.secret, now, config };
      await expect(makeBackup(given, { passphrase: undefined })).rejects.toThrow(
        "a store that the settings do not name",
      );
      const made = await makeBackup({ ...given, pictures: services.pictures }, { passphrase: undefined });
      expect(made.lost).toBe(0);
      const ctx = { now, today: "2026-11-15", reactions };
      const restore = (url: string): Promise<unknown> =>
        restoreInto({ url, file: made.file, marks: NO_MARKS, secret: services.secret, ctx, say: () => {} });
      await restore(target.url);
      const again = await startTestApp({
        databaseUrl: target.url,
        env: { SECRET_FILE: services.config.secretFile, ...env() },
      });
      try {
        expect((await get(again, path)).bytes.equals(bytes)).toBe(true);
        // A copy elsewhere has no say over the files of the first one.
        await deleteFiles({ db: again.db, pictures: storeOf(again) });
        expect(await filesOf(app)).toEqual(await namedIn(app));
        await tidyPictureStore(again.services);
        const moved = await namedIn(again);
        expect(moved).toHaveLength(1);
        // Restores over the copy itself: its files in the store are no longer needed.
        await restore(target.url);
        await tidyPictureStore(again.services);
        expect(await filesOf(app)).not.toContain(moved[0]);
        expect((await get(again, path)).bytes.equals(bytes)).toBe(true);
        for (const key of await namedIn(again)) await real.remove(key);
      } finally {
        await again.stop();
      }
      await real.remove((await namedIn(app))[0] ?? "");
      expect((await makeBackup({ ...given, pictures: services.pictures }, { passphrase: undefined })).lost).toBe(1);
      // A backup by schedule has nobody who reads its outcome, so the log says it.
      const daily = { ...services.config, backup: { ...config.backup, hours: 24 } };
      await keepBackups({ ...services, config: daily, clock: () => new Date("2026-11-17T12:00:00Z") });
      expect(app.logged()).toContain("the backup lacks pictures that the store does not have");
    } finally {
      await target.drop();
      rmSync(backups, { recursive: true, force: true });
    }
  });

  test("doctor says where they are, and what is missing", async () => {
    const person = await newPerson(app);
    await send(app, person, await drawJpeg());
    const { config } = app.services;
    expect(await checkPictures(app.db, config)).toMatchObject([{ level: "ok" }]);
    expect(await checkPictures(app.db, { ...config, pictures: undefined })).toMatchObject([
      { level: "wrong", what: "Pictures are in a store that the settings do not name." },
    ]);
    const [key = ""] = await namedIn(app);
    await real.remove(key);
    expect(await checkPictures(app.db, config)).toMatchObject([
      { level: "wrong", todo: expect.stringContaining("mounted") },
    ]);
    expect((await get(app, `/api/profile/get/${person.profileId}`)).status).toBe(200);
  });
});

test("a change of a picture is on the disk before the job that deletes files sees it", async () => {
  const waitings: string[] = [];
  for (const [more, path] of [
    [{ PICTURES_DIR: join(folder, "on-disk") }, "a folder"] as const,
    [{}, "the database"] as const,
  ]) {
    const database = await createAppDatabase();
    const { db, close } = await openOneConnection(database.url);
    // The server of the tests never waits for the disk by itself.
    await sql`do $$ begin execute format('alter database %I set synchronous_commit = on', current_database()); end $$`.execute(
      db,
    );
    const app = await startTestApp({ databaseUrl: database.url, env: more, diskOf: folder });
    try {
      await sql`
        create table seen (waiting text);
        create function note_waiting() returns trigger language plpgsql security definer as $$
          begin insert into seen values (current_setting('synchronous_commit')); return null; end $$;
        create trigger note_waiting after insert or update or delete on picture
          for each row execute function note_waiting()`.execute(db);
      const person = await newPerson(app);
      expect((await send(app, person, await drawJpeg())).status).toBe(200);
      const { rows } = await sql<{ waiting: string }>`select waiting from seen`.execute(db);
      waitings.push(...rows.map(({ waiting }) => `${path}: ${waiting}`));
    } finally {
      await app.stop();
      await close();
      await database.drop();
    }
  }
  expect(waitings).toEqual(["a folder: on", "the database: off"]);
});

test("removing demo people takes their pictures out of the store too", async () => {
  const app = await startTestApp({ env: { PICTURES_DIR: join(folder, "demo") } });
  try {
    const kept = await keepBytes(app.services, Buffer.from("a face"));
    await sql`insert into profile (public_id, created, demo, sort_key) values (${"d".repeat(24)}, true, true, 1)`.execute(
      app.db,
    );
    await sql`insert into picture (public_id, profile_id, stored_as)
      select ${"e".repeat(24)}, id, ${kept.stored_as} from profile`.execute(app.db);
    await sql`delete from picture_to_delete`.execute(app.db);
    await removeDemoPeople(app.db, { refresh: async () => {} });
    await tidyPictureStore(app.services);
    expect(await filesOf(app)).toEqual([]);
  } finally {
    await app.stop();
  }
});

test("npm run pictures says where they are, moves them back and forth, and deletes strays", async () => {
  const database = await createTestDatabase();
  const app = await startTestApp({ databaseUrl: database.url, env: { PICTURES_DIR: join(folder, "command") } });
  const env = { DATABASE_URL: database.url, DATA_DIR: folder, PICTURES_DIR: join(folder, "command") };
  const run = (args: readonly string[], given: Record<string, string> = env) => {
    const done = spawnSync(process.execPath, ["scripts/pictures.ts", ...args], {
      encoding: "utf8",
      env: { PATH: process.env["PATH"] ?? "", ...given },
    });
    return { code: done.status, said: `${done.stdout}${done.stderr}` };
  };
  await send(app, await newPerson(app), await drawJpeg());
  await storeOf(app).put("c".repeat(32), Buffer.from("a stray"));
  expect(run([])).toEqual({
    code: 0,
    said: `0 pictures are in the database.\n1 are in ${env.PICTURES_DIR}.\n0 files of the store wait to be deleted.\n`,
  });
  expect(run(["--to", "database"])).toMatchObject({ code: 1, said: expect.stringContaining("Pipelines is running") });
  expect(run(["--sweep"]).said).toContain("1 files that no picture is in.\n1 files deleted from the store.");
  const { DATABASE_URL, DATA_DIR } = env;
  expect(run(["--to", "store"], { DATABASE_URL, DATA_DIR })).toMatchObject({
    code: 1,
    said: expect.stringContaining("name no store"),
  });
  expect(run(["--to", "nowhere"])).toMatchObject({ code: 2, said: expect.stringContaining("Call it like this") });
  await app.stop();
  expect(run(["--to", "database"]).said).toContain("1 moved.\n1 files deleted from the store.\n1 pictures are in the");
  expect(run(["--to", "store"]).said).toContain("1 moved.\n0 files deleted from the store.\n0 pictures are in the");
  await database.drop();
});

test("the start is refused where pictures are in a store that the settings do not name, or that cannot be used", async () => {
  const app = await startTestApp({ env: { PICTURES_DIR: join(folder, "first") } });
  const env = { SECRET_FILE: app.services.config.secretFile };
  try {
    const person = await newPerson(app);
    await send(app, person, await drawJpeg());
    const start = (more: Record<string, string>): Promise<TestApp> =>
      startTestApp({ databaseUrl: app.databaseUrl, env: { ...env, ...more } });
    await expect(start({})).rejects.toThrow(ConfigError);
    await expect(start({})).rejects.toThrow("npm run pictures -- --to database");
    await expect(start({ PICTURES_DIR: join(folder, "not-mounted", "pictures") })).rejects.toThrow("PICTURES_DIR is");
    await expect(start({ ...bucket.env, PICTURES_S3_URL: `${bucket.url}-of-nobody` })).rejects.toThrow("no bucket");
    // Another folder starts, because files may be lost, and the log says that it looks wrong.
    const elsewhere = await start({ PICTURES_DIR: join(folder, "second") });
    expect(elsewhere.logged()).toContain("is it the right one");
    await elsewhere.stop();
    expect(readdirSync(join(folder, "second"))).toEqual([]);
  } finally {
    await app.stop();
  }
});
