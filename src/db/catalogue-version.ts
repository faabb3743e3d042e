import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Database } from "./connect.ts";

/**
 * Loads a catalogue from its files unless this database already has the same version. The version is a hash of the
 * files, so an unchanged catalogue costs one query at the start, and waits for no lock.
 * @param files the first file names the catalogue
 * @returns true if it was loaded now
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
