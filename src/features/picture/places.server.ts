import { sql } from "kysely";
import type { Reader } from "#db/connect.ts";

type PictureCounts = { inDatabase: number; inStore: number; toDelete: number };

/** How many pictures are in each place, and how many files wait for deletion. */
export async function countPictures(db: Reader): Promise<PictureCounts> {
  const { rows } = await sql<PictureCounts>`select
    (select count(*) from picture where stored_as is null) as "inDatabase",
    (select count(*) from picture where stored_as is not null) as "inStore",
    (select count(*) from picture_to_delete where waits_until is null) as "toDelete"`.execute(db);
  return rows[0] ?? { inDatabase: 0, inStore: 0, toDelete: 0 };
}

/** Is any picture in a store? */
export async function hasStoredPictures(db: Reader): Promise<boolean> {
  const row = await db
    .selectFrom("picture")
    .select("stored_as")
    .where("stored_as", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Names of some files that must be in the store. */
export async function sampleStored(db: Reader, count: number): Promise<string[]> {
  const rows = await db
    .selectFrom("picture")
    .select("stored_as")
    .where("stored_as", "is not", null)
    .orderBy("stored_as")
    .limit(count)
    .execute();
  return rows.flatMap((row) => row.stored_as ?? []);
}
