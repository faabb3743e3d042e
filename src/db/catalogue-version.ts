import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Database } from "./connect.ts";

/**
 * Loads a catalogue's files if this database was not loaded from this very
 * version of them. The hash is of the files, so a start costs one read.
 * @param files the first one names the catalogue
 * @returns true when it was loaded now
 */
export async function loadIfChanged(db: Database, files: readonly URL[], load: () => Promise<void>): Promise<boolean> {
  const name = files[0]?.pathname.split("/").at(-1) ?? "";
  const hashed = createHash("sha256");
  for (const file of files) hashed.update(await readFile(file));
  const hash = hashed.digest("hex");
  const known = await db.selectFrom("catalogue_version").select("hash").where("name", "=", name).executeTakeFirst();
  if (known?.hash === hash) return false;
  await load();
  await db
    .insertInto("catalogue_version")
    .values({ name, hash })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ hash }))
    .execute();
  return true;
}
