import { access, constants, mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { codeOf } from "#core/errors.ts";
import { type PictureStore, STORE_KEY } from "#core/picture-store.ts";

const FRESH = ".new";

/** Does not create parent folders: if a disk is not mounted, they are missing. @returns whether it was created */
async function makeFolder(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** A rename survives a power cut only after the folder itself is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The key from a file's name. An incomplete file has the key of the file it was meant to become. */
function keyOf(shelf: string, name: string): string[] {
  const key = `${shelf}${name.endsWith(FRESH) ? name.slice(0, -FRESH.length) : name}`;
  return STORE_KEY.test(key) ? [key] : [];
}

/**
 * Stores pictures as files in a folder, which several processes and machines may share. Each name is used once, so that
 * two writers never write the same file. Files have no real time, because it would show when somebody changed their
 * picture.
 */
export function openPictureFolder(folder: string): PictureStore {
  const fileOf = (key: string): string => {
    if (!STORE_KEY.test(key)) throw new TypeError("This is not the key of a picture.");
    return join(folder, key.slice(0, 2), key.slice(2));
  };
  return {
    place: folder,
    put: async (key, bytes) => {
      const file = fileOf(key);
      const shelf = dirname(file);
      // A folder that was just made is there after a power cut only if the folder that holds it was synced.
      if (await makeFolder(shelf)) await syncFolder(folder);
      const handle = await open(`${file}${FRESH}`, "w", 0o600);
      try {
        await handle.writeFile(bytes);
        await handle.utimes(0, 0);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(`${file}${FRESH}`, file);
      await syncFolder(shelf);
    },
    get: async (key) => {
      try {
        return await readFile(fileOf(key));
      } catch (error) {
        if (codeOf(error) === "ENOENT") return undefined;
        throw error;
      }
    },
    remove: async (key) => {
      await rm(fileOf(key), { force: true });
      await rm(`${fileOf(key)}${FRESH}`, { force: true });
    },
    keys: async function* keys() {
      const shelves = await readdir(folder).catch((error: unknown) => {
        if (codeOf(error) === "ENOENT") return [];
        throw error;
      });
      for (const shelf of shelves.filter((name) => /^[0-9a-f]{2}$/.test(name))) {
        const names = await readdir(join(folder, shelf));
        yield [...new Set(names.flatMap((name) => keyOf(shelf, name)))];
      }
    },
    check: async () => {
      try {
        await makeFolder(folder);
        await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
        // Throws if it is not a folder.
        await readdir(folder);
        return undefined;
      } catch {
        return `PICTURES_DIR is ${folder}, which this user cannot make or write. Make it and give it to the user, or correct the setting.`;
      }
    },
  };
}
