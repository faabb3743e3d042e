import { chownSync, copyFileSync, existsSync, statSync, truncateSync } from "node:fs";

/** The size from which a log is emptied. With its older copy, a log takes at most about twice this. */
const LOG_BYTES = 1_000_000;

/**
 * Copies a log that has become too large, and empties it. The server keeps writing to the same file. A line that it
 * writes between copy and emptying is lost.
 */
export function limitLog(file: string, most: number = LOG_BYTES): void {
  if (!existsSync(file)) return;
  const { size, uid, gid } = statSync(file);
  if (size <= most) return;
  try {
    copyFileSync(file, `${file}.old`);
    if (process.getuid?.() === 0) chownSync(`${file}.old`, uid, gid);
  } catch {
    // On a full disk there is no room for the copy. Emptying the log makes some; an error would end the app.
  }
  truncateSync(file, 0);
}
