import type { PictureStore } from "#core/picture-store.ts";
import { openPictureBucket } from "./picture-bucket.ts";
import { openPictureFolder } from "./picture-folder.ts";

type Place =
  | { kind: "folder"; folder: string }
  | { kind: "bucket"; url: string; region: string; keyId: string; secret: string };

/** The store that the settings name; undefined where pictures are kept in the database. */
export function openPictureStore(place: Place | undefined): PictureStore | undefined {
  if (place === undefined) return undefined;
  return place.kind === "folder" ? openPictureFolder(place.folder) : openPictureBucket(place);
}
