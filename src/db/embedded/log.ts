import { chownSync, copyFileSync, existsSync, statSync, truncateSync } from "node:fs";

/** With the older copy beside it a log takes at most twice this. */
export const LOG_BYTES = 1_000_000;

/**
 * Keeps one older copy of a log that has grown, and empties it. The server goes on writing to the same file, which it
 * has open for appending; a line that comes between copy and emptying is lost.
 */
export function boundLog(file: string, most: number = LOG_BYTES): void {
  if (!existsSync(file)) return;
  const { size, uid, gid } = statSync(file);
  if (size <= most) return;
  copyFileSync(file, `${file}.old`);
  if (process.getuid?.() === 0) chownSync(`${file}.old`, uid, gid);
  truncateSync(file, 0);
}
