import { NO_STORE } from "#app/pictures.server.ts";
import type { Database } from "#db/connect.ts";
import { openPictureStore } from "#external/picture-store.ts";
import { countPictures, sampleStored } from "#features/picture/places.server.ts";
import type { Config } from "#server/config.ts";
import type { Finding } from "./doctor-checks.ts";

/** How many pictures are checked for a file. */
const SAMPLE = 20;

export async function checkPictures(db: Database, config: Config): Promise<Finding[]> {
  const counts = await countPictures(db);
  const store = openPictureStore(config.pictures);
  if (!store) {
    const [what, todo = ""] = NO_STORE.split(/(?<=\.) /, 2);
    return counts.inStore === 0 ? [] : [{ level: "wrong", what: what ?? NO_STORE, todo }];
  }
  try {
    const fault = await store.check();
    if (fault !== undefined) return [{ level: "wrong", what: fault, todo: "Correct the setting, then ask again." }];
    const keys = await sampleStored(db, SAMPLE);
    const files = await Promise.all(keys.map((key) => store.get(key)));
    const missing = files.filter((bytes) => bytes === undefined).length;
    const found: Finding[] = [
      missing === 0
        ? { level: "ok", what: `Pictures are in ${store.place}.` }
        : {
            level: "wrong",
            what: `${store.place} lacks ${missing} of ${keys.length} pictures that were looked for.`,
            todo: "Is it the right place, and is it mounted? Lost pictures come back with a backup.",
          },
    ];
    if (counts.inDatabase > 0) {
      found.push({
        level: "note",
        what: `${counts.inDatabase} pictures are still in the database.`,
        todo: "The running app moves them; npm run pictures -- --to store does it at once.",
      });
    }
    return found;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [{ level: "wrong", what: `The store of pictures cannot be reached: ${reason}`, todo: "Look at it." }];
  }
}
