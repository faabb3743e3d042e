import { lstatSync, mkdirSync } from "node:fs";

/** Can only this user enter this folder? A cleaner of temporary files may have removed it, and others made it again. */
export function isPrivate(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
}

/**
 * Makes the folder if it is gone.
 * @throws Error if it is there and others may enter it
 */
export function makePrivate(folder: string): void {
  if (isPrivate(folder)) return;
  mkdirSync(folder, { mode: 0o700 });
}
