import { lstatSync, mkdirSync } from "node:fs";
import { Socket } from "node:net";
import { dirname } from "node:path";

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

/** Connects to a socket in a private folder. In any other one, somebody else could listen: the connection fails. */
export function connectPrivately(address: string): Socket {
  const socket = new Socket();
  if (isPrivate(dirname(address))) return socket.connect(address);
  return socket.destroy(new Error("The socket's folder is gone, or others may enter it."));
}
