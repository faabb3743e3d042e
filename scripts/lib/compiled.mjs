import { accessSync, constants, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * The folder where Node keeps what it compiled of this build, so that the next start reads it. It belongs to the user
 * who starts, because its contents are run. This user's folders of other builds are removed.
 * @param {string} root
 * @param {string} stamp names the build
 * @param {number} [user]
 * @returns {string | undefined} undefined if the user cannot write it; a start then only takes longer
 */
export function compiledFolder(root, stamp, user = process.getuid?.() ?? 0) {
  const all = join(root, "node_modules", ".cache", "compiled");
  const folder = join(all, `${user}-${stamp}`);
  try {
    mkdirSync(all, { recursive: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    if (statSync(folder).uid !== user) return undefined;
  } catch {
    return undefined;
  }
  for (const name of readdirSync(all)) if (join(all, name) !== folder) removeOwn(join(all, name), user);
  return folder;
}

/**
 * @param {string} folder
 * @param {number} user
 */
function removeOwn(folder, user) {
  try {
    if (statSync(folder).uid === user) rmSync(folder, { recursive: true, force: true });
  } catch {
    // Another start removes it at the same moment.
  }
}
