import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";

/**
 * A folder of the calling file or `describe`, there while its tests run. If none of them runs, it is never made: then
 * nobody would remove it.
 * @param word for its name
 * @param mode 0o755 lets in the other user as which a database runs that root starts
 */
export function ownFolder(word: string, mode = 0o700): string {
  const folder = join(tmpdir(), `pipelines-${word}-${randomBytes(4).toString("hex")}`);
  beforeAll(() => {
    mkdirSync(folder);
    chmodSync(folder, mode);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
