import type { PictureStore } from "#core/picture-store.ts";
import type { Database } from "#db/connect.ts";
import { claimFile, keepBytes, releaseBytes } from "./file-write.server.ts";

type Place = { db: Database; pictures: PictureStore };

/** The progress of a move. `failed` pictures stay where they were. */
export type Moved = { moved: number; failed: number };

const AT_ONCE = 20;

/** The picture was changed during the move, so the copied file belongs to nobody. */
class Replaced extends Error {}

/**
 * Moves pictures from the database into the store. Each is read back before its bytes leave the row. Moved pictures
 * stay moved, so an interrupted move continues where it was.
 * @param options.until ends the work between two batches
 */
export async function moveToStore(
  { db, pictures }: Place,
  options: { until?: () => boolean; onProgress?: (moved: Moved) => void } = {},
): Promise<Moved> {
  const done: Moved = { moved: 0, failed: 0 };
  for (let after = 0; options.until?.() !== true;) {
    const rows = await db
      .selectFrom("picture")
      .select(["id", "public_id", "bytes"])
      .where("stored_as", "is", null)
      .where("id", ">", after)
      .orderBy("id")
      .limit(AT_ONCE)
      .execute();
    const moves = await Promise.all(
      rows.map(async ({ bytes, ...row }) => (bytes === null ? true : moveOne({ db, pictures }, { ...row, bytes }))),
    );
    addUp(done, moves);
    options.onProgress?.(done);
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.id;
  }
  return done;
}

/** @returns whether it was moved; also false for a picture that was replaced meanwhile */
async function moveOne(
  place: Place,
  { id, public_id: publicId, bytes }: { id: number; public_id: string; bytes: Buffer },
): Promise<boolean> {
  const kept = await keepBytes(place, bytes);
  try {
    const { stored_as: key } = kept;
    if (key === null || (await place.pictures.get(key))?.equals(bytes) !== true) return false;
    return await place.db.transaction().execute(async (trx) => {
      if (!(await claimFile(trx, key))) return false;
      // Every new picture and every switch of visibility gives a new id.
      const { numUpdatedRows } = await trx
        .updateTable("picture")
        .set(kept)
        .where("id", "=", id)
        .where("public_id", "=", publicId)
        .where("stored_as", "is", null)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows !== 1n) throw new Replaced();
      return true;
    });
  } catch (error) {
    if (error instanceof Replaced) return false;
    throw error;
  } finally {
    await releaseBytes(place.db, kept);
  }
}

/** Moves pictures from the store into the database; their files are deleted by the next look at the list. */
export async function moveToDatabase(
  { db, pictures }: Place,
  options: { onProgress?: (moved: Moved) => void } = {},
): Promise<Moved> {
  const done: Moved = { moved: 0, failed: 0 };
  for (let after = ""; ;) {
    const rows = await db
      .selectFrom("picture")
      .select("stored_as")
      .where("stored_as", ">", after)
      .orderBy("stored_as")
      .limit(AT_ONCE)
      .execute();
    const keys = rows.flatMap((row) => row.stored_as ?? []);
    addUp(done, await Promise.all(keys.map((key) => fetchOne({ db, pictures }, key))));
    options.onProgress?.(done);
    const last = keys.at(-1);
    if (last === undefined) return done;
    after = last;
  }
}

async function fetchOne({ db, pictures }: Place, key: string): Promise<boolean> {
  const bytes = await pictures.get(key);
  if (!bytes) return false;
  // If somebody replaced it meanwhile, this row no longer exists.
  await db.updateTable("picture").set({ bytes, stored_as: null }).where("stored_as", "=", key).execute();
  return true;
}

function addUp(done: Moved, moves: readonly boolean[]): void {
  for (const isMoved of moves) {
    if (isMoved) done.moved += 1;
    else done.failed += 1;
  }
}
