import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { PictureStore } from "#core/picture-store.ts";
import type { Database, Trx } from "#db/connect.ts";

/** A stored picture's bytes or file, as the columns of its row. */
export type KeptBytes = { bytes: Buffer; stored_as: null } | { bytes: null; stored_as: string };

type Place = { db: Database; pictures: PictureStore | undefined };

/** Milliseconds that a written file waits for its row. */
const WAIT_MS = 3_600_000;
/** Files that one look deletes, and how many at once. */
const AT_ONCE = 200;
const LANES = 8;

/**
 * Stores a picture's bytes before the row that names them. The file is on the list of files to delete until a
 * transaction claims it, so that a crash leaves no file behind.
 * @throws AppError overloaded or disk-full if the store refuses it
 */
export async function keepBytes({ db, pictures }: Place, bytes: Buffer): Promise<KeptBytes> {
  if (!pictures) return { bytes, stored_as: null };
  const key = randomBytes(16).toString("hex");
  await db
    .insertInto("picture_to_delete")
    .values({ stored_as: key, waits_until: sql<Date>`now() + ${WAIT_MS} * interval '1 millisecond'` })
    .execute();
  try {
    await pictures.put(key, bytes);
  } catch (error) {
    await releaseFile(db, key);
    throw error;
  }
  return { bytes: null, stored_as: key };
}

/**
 * Removes a written file from the list of files to delete, in the transaction whose row names it.
 * @returns false if it was deleted already, or is about to be
 */
export async function claimFile(trx: Trx, key: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("picture_to_delete")
    .where("stored_as", "=", key)
    .where("waits_until", "is not", null)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** A file that no row came to name is deleted next; one that a row names stays. */
export async function releaseBytes(db: Database, kept: KeptBytes): Promise<void> {
  if (kept.stored_as !== null) await releaseFile(db, kept.stored_as);
}

async function releaseFile(db: Database, key: string): Promise<void> {
  await db.updateTable("picture_to_delete").set({ waits_until: null }).where("stored_as", "=", key).execute();
}

/**
 * Deletes files that nobody needs: first the file and then its line in the list, so that a failed one is tried again.
 * @param until ends the work between two batches
 * @returns how many were deleted
 * @throws the store's error, after all files of a batch were tried
 */
export async function deleteFiles(
  { db, pictures }: { db: Database; pictures: PictureStore },
  until: () => boolean = () => false,
): Promise<number> {
  // From here on, no transaction can claim these files.
  await db
    .updateTable("picture_to_delete")
    .set({ waits_until: null })
    .where("waits_until", "<=", sql<Date>`now()`)
    .execute();
  let deleted = 0;
  for (let after = ""; !until();) {
    const rows = await db
      .selectFrom("picture_to_delete")
      .select("stored_as")
      .where("waits_until", "is", null)
      .where("stored_as", ">", after)
      .orderBy("stored_as")
      .limit(AT_ONCE)
      .execute();
    const keys = rows.map((row) => row.stored_as);
    const gone = await removeAll(pictures, keys);
    if (gone.keys.length > 0) {
      await db
        .deleteFrom("picture_to_delete")
        .where("stored_as", "in", gone.keys)
        .where("waits_until", "is", null)
        .execute();
    }
    deleted += gone.keys.length;
    if (gone.failure !== undefined) throw gone.failure;
    const last = keys.at(-1);
    if (last === undefined || keys.length < AT_ONCE) break;
    after = last;
  }
  return deleted;
}

async function removeAll(
  pictures: PictureStore,
  keys: readonly string[],
): Promise<{ keys: string[]; failure: unknown }> {
  const gone: string[] = [];
  let failure: unknown;
  const waiting = [...keys];
  const lane = async (): Promise<void> => {
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
      try {
        await pictures.remove(key);
        gone.push(key);
      } catch (error) {
        failure = error;
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return { keys: gone, failure };
}

/** Puts files of the store that no row names on the list of files to delete. @returns how many */
export async function listUnknownFiles({ db, pictures }: { db: Database; pictures: PictureStore }): Promise<number> {
  let found = 0;
  for await (const keys of pictures.keys()) {
    // One statement sees a file that is just being claimed either on the list or in its row.
    const { numAffectedRows } = await sql`insert into picture_to_delete (stored_as)
      select key from unnest(${keys}::text[]) as key
      where not exists (select from picture where stored_as = key)
        and not exists (select from picture_to_delete where stored_as = key)
      on conflict do nothing`.execute(db);
    found += Number(numAffectedRows ?? 0);
  }
  return found;
}

/** Lists the files in the store that the replaced database had. The restored backup contains its own pictures. */
export async function deleteReplacedFiles(trx: Trx): Promise<void> {
  await sql`insert into picture_to_delete (stored_as) select stored_as from restored_picture
    on conflict do nothing`.execute(trx);
}
