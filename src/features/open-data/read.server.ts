import type { Reader } from "#db/connect.ts";
import { KEPT_DUMPS, PACKAGE_FILE } from "./rules.ts";

export type DataFile = { name: string; records: number; bytes: number; sha256: string };
type Dump = { day: string; files: DataFile[] };

/** The dumps there are, the latest first. */
export async function readDumps(db: Reader): Promise<Dump[]> {
  const rows = await db
    .selectFrom("open_data_file")
    .select(["day", "name", "records", "bytes", "sha256"])
    .orderBy("day", "desc")
    .orderBy("name")
    .limit(100)
    .execute();
  const dumps = new Map<string, DataFile[]>();
  for (const { day, ...file } of rows) {
    const files = dumps.get(day);
    if (files) files.push(file);
    else dumps.set(day, [file]);
  }
  return [...dumps].slice(0, KEPT_DUMPS).map(([day, files]) => ({
    day,
    // The file that describes all others comes first.
    files: files.toSorted((a, b) => Number(b.name === PACKAGE_FILE) - Number(a.name === PACKAGE_FILE)),
  }));
}

export async function readDataFile(db: Reader, day: string, name: string): Promise<DataFile | undefined> {
  return db
    .selectFrom("open_data_file")
    .select(["name", "records", "bytes", "sha256"])
    .where("day", "=", day)
    .where("name", "=", name)
    .executeTakeFirst();
}

/** Reads a file in parts, so that a slow reader keeps only one part in memory. */
export async function* streamDataFile(db: Reader, day: string, name: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let part = 0; ; part += 1) {
    const row = await db
      .selectFrom("open_data_part")
      .select("content")
      .where("day", "=", day)
      .where("name", "=", name)
      .where("part", "=", part)
      .executeTakeFirst();
    if (!row) return;
    yield new Uint8Array(row.content);
  }
}
