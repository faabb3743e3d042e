import { reasonOf } from "#core/errors.ts";
import type { PictureStore } from "#core/picture-store.ts";
import { openPictureStore } from "#external/picture-store.ts";
import { hasStoredPictures, sampleStored } from "#features/picture/places.server.ts";
import { ConfigError } from "#server/config.ts";
import type { Services } from "#server/context.ts";
import { watchStore } from "#server/watched-store.ts";

const SAMPLE = 3;

/** The message if pictures are in a store but the settings name no store. */
export const NO_STORE =
  "Pictures are in a store that the settings do not name. Set PICTURES_DIR or PICTURES_S3_URL as before; to give it up, move them first: npm run pictures -- --to database";

/**
 * The store from the settings, ready for use. If it only cannot be reached now, the app still starts.
 * @throws ConfigError for an unusable store, or without one if pictures are in a store
 */
export async function openPictures({
  config,
  db,
  log,
}: Pick<Services, "config" | "db" | "log">): Promise<PictureStore | undefined> {
  const store = openPictureStore(config.pictures);
  if (!store) {
    if (await hasStoredPictures(db)) throw new ConfigError(NO_STORE);
    return undefined;
  }
  try {
    const fault = await store.check();
    if (fault !== undefined) throw new ConfigError(fault);
    const keys = await sampleStored(db, SAMPLE);
    const found = await Promise.all(keys.map((key) => store.get(key)));
    if (keys.length > 0 && found.every((bytes) => bytes === undefined))
      log.error(
        { place: store.place },
        "the store has none of the pictures that were looked for: is it the right one?",
      );
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    log.error({ reason: reasonOf(error) }, "the store of pictures is away");
  }
  return watchStore(store, log);
}
