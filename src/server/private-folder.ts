import { once } from "node:events";
import { lstatSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Bytes of the longest address of a socket: macOS has room for 104, Linux for 108. */
const LONGEST_ADDRESS = 100;

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

/**
 * Makes a folder for temporary files that only this user may enter, so that only this user's processes reach the socket
 * in it.
 * @param name the socket's
 * @throws Error with the reason if there can be no such folder, or no socket in it
 */
export async function makeSocketFolder(prefix: string, name: string): Promise<string> {
  // A named pipe of Windows can be opened by others.
  if (process.platform === "win32") throw new Error("Windows has no sockets with permissions.");
  const folder = mkdtempSync(join(tmpdir(), prefix));
  try {
    const address = join(folder, name);
    if (Buffer.byteLength(address) > LONGEST_ADDRESS)
      throw new Error(`The name of the folder for temporary files is too long: ${tmpdir()}`);
    if (!isPrivate(folder)) throw new Error(`Folders for temporary files cannot be private: ${tmpdir()}`);
    await tryToListen(address);
    return folder;
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw error;
  }
}

/** Some file systems and containers have folders, but no sockets in them. */
async function tryToListen(address: string): Promise<void> {
  const server = createServer();
  server.listen(address);
  await once(server, "listening");
  server.close();
  await once(server, "close");
}

/** Connects to a socket in a private folder. In any other one, somebody else could listen: the connection fails. */
export function connectPrivately(address: string): Socket {
  const socket = new Socket();
  if (isPrivate(dirname(address))) return socket.connect(address);
  return socket.destroy(new Error("The socket's folder is gone, or others may enter it."));
}
