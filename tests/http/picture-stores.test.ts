import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PictureStore } from "#core/picture-store.ts";
import { openPictureBucket } from "#external/picture-bucket.ts";
import { openPictureFolder } from "#external/picture-folder.ts";
import { startBucket, type TestBucket } from "#tests/helpers/bucket.ts";

let bucket: TestBucket;
let folder: string;

beforeAll(async () => {
  bucket = await startBucket();
  folder = mkdtempSync(join(tmpdir(), "pipelines-pictures-"));
});
afterAll(async () => {
  await bucket.stop();
  rmSync(folder, { recursive: true, force: true });
});

const newKey = (): string => randomBytes(16).toString("hex");
const openBucket = (more: Partial<Parameters<typeof openPictureBucket>[0]> = {}): PictureStore =>
  openPictureBucket({ url: bucket.url, region: "us-east-1", keyId: "S3RVER", secret: "S3RVER", ...more });

async function allKeys(store: PictureStore): Promise<string[]> {
  const found: string[] = [];
  for await (const keys of store.keys()) found.push(...keys);
  return found.toSorted();
}

describe.each([
  ["a folder", () => openPictureFolder(join(folder, "pictures"))],
  ["a bucket", () => openBucket()],
])("%s", (_what, open) => {
  test("can be used, gives back what was put there, and nothing once it was removed", async () => {
    const store = open();
    expect(await store.check()).toBeUndefined();
    const [key, bytes] = [newKey(), randomBytes(60_000)];
    expect(await store.get(key)).toBeUndefined();
    await store.put(key, bytes);
    expect((await store.get(key))?.equals(bytes)).toBe(true);
    await store.remove(key);
    expect(await store.get(key)).toBeUndefined();
    // Again, as after a crash between file and line.
    await store.remove(key);
  });

  test("names all of its files, and takes many at once", async () => {
    const store = open();
    const keys = Array.from({ length: 40 }, newKey);
    await Promise.all(keys.map((key) => store.put(key, Buffer.from(key))));
    expect(await allKeys(store)).toEqual(keys.toSorted());
    const read = await Promise.all(keys.map(async (key) => (await store.get(key))?.toString()));
    expect(read).toEqual(keys);
    await Promise.all(keys.map((key) => store.remove(key)));
    expect(await allKeys(store)).toEqual([]);
  });

  test.each(["", "../../secret", "AB".repeat(16), `${"a".repeat(31)}/`])("takes no key %j", async (key) => {
    const store = open();
    await expect(store.put(key, Buffer.from("x"))).rejects.toThrow("not the key of a picture");
    await expect(store.get(key)).rejects.toThrow("not the key of a picture");
    await expect(store.remove(key)).rejects.toThrow("not the key of a picture");
  });
});

describe("a folder", () => {
  test("is its owner's alone, and its files tell no time", async () => {
    const place = join(folder, "own");
    const store = openPictureFolder(place);
    await store.check();
    const key = newKey();
    await store.put(key, Buffer.from("x"));
    const file = join(place, key.slice(0, 2), key.slice(2));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(place).mode & 0o777).toBe(0o700);
    expect(statSync(file).mtimeMs).toBe(0);
    expect(readdirSync(join(place, key.slice(0, 2)))).toEqual([key.slice(2)]);
  });

  test("does not show what a crash left half written, but names it, and removes it", async () => {
    const place = join(folder, "half");
    const store = openPictureFolder(place);
    const key = newKey();
    const shelf = join(place, key.slice(0, 2));
    mkdirSync(shelf, { recursive: true });
    writeFileSync(join(shelf, `${key.slice(2)}.new`), "hal");
    expect(await store.get(key)).toBeUndefined();
    expect(await allKeys(store)).toEqual([key]);
    await store.remove(key);
    expect(readdirSync(shelf)).toEqual([]);
  });

  test("that is none is named in a sentence, and nothing is made of files that are not ours", async () => {
    const file = join(folder, "a-file");
    writeFileSync(file, "");
    expect(await openPictureFolder(join(file, "pictures")).check()).toContain(`PICTURES_DIR is ${file}`);
    expect(await openPictureFolder(join(folder, "not-mounted", "pictures")).check()).toContain("not-mounted");
    expect(existsSync(join(folder, "not-mounted"))).toBe(false);
    const strange = join(folder, "strange");
    mkdirSync(join(strange, "ab"), { recursive: true });
    writeFileSync(join(strange, "ab", "notes.txt"), "x");
    mkdirSync(join(strange, "lost+found"));
    expect(await allKeys(openPictureFolder(strange))).toEqual([]);
    expect(existsSync(join(strange, "ab", "notes.txt"))).toBe(true);
  });
});

describe("a bucket", () => {
  test("that is not there, or refuses the keys, is named in a sentence without them", async () => {
    const missing = await openBucket({ url: bucket.url.replace("pictures", "nobodys") }).check();
    expect(missing).toContain("no bucket at PICTURES_S3_URL");
    const refused = await openBucket({ keyId: "NOBODY", secret: "another secret" }).check();
    expect(refused).toMatch(/refuses us \(403\).*PICTURES_S3_SECRET/);
    expect(refused).not.toContain("another secret");
    await expect(openBucket({ keyId: "NOBODY" }).get(newKey())).rejects.toThrow("403");
  });

  test("that is away is an error, and no sentence about settings", async () => {
    const away = openBucket({ url: "http://127.0.0.1:9/pictures" });
    await expect(away.check()).rejects.toThrow(/ECONNREFUSED|fetch failed|bad port/);
    await expect(away.put(newKey(), Buffer.from("x"))).rejects.toThrow(/ECONNREFUSED|fetch failed|bad port/);
  });

  test("is listed beyond its first page", async () => {
    const store = openBucket();
    const keys = Array.from({ length: 1_003 }, newKey);
    for (let from = 0; from < keys.length; from += 50)
      await Promise.all(keys.slice(from, from + 50).map((key) => store.put(key, Buffer.from("x"))));
    expect(await allKeys(store)).toEqual(keys.toSorted());
    for (let from = 0; from < keys.length; from += 50)
      await Promise.all(keys.slice(from, from + 50).map((key) => store.remove(key)));
  });
});
