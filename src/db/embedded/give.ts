import { chownSync, statSync } from "node:fs";

/** As root, gives a file to the owner of its directory. Does nothing for other users. */
export function giveToOwnerOf(dir: string, file: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dir);
  chownSync(file, uid, gid);
}
