import { rmSync } from "node:fs";
import { join } from "node:path";
import { tryOwnerLock } from "./lock.ts";
import { killProcessesOf } from "./process.ts";

/** Deletes a database that is thrown away, also while its server runs. Waits for nothing, so it can run at an exit. */
export function removeDatabase(dataDir: string): void {
  killProcessesOf(join(dataDir, "pg"));
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

/** Deletes it unless a process is using it. */
export function removeIfAbandoned(dataDir: string): void {
  const lock = tryOwnerLock(dataDir, "app");
  lock?.release();
  if (lock !== null) removeDatabase(dataDir);
}
