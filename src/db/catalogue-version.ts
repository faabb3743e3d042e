import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Database } from "./connect.ts";

/**
 * Loads a catalogue file if this database was not loaded from this very
 * version of it. The hash is of the file, so a start costs one read.
 * @returns true when it was loaded now
 */
export async function loadIfChanged(db: Database, file: URL, load: () => Promise<void>): Promise<boolean> {
  const name = file.pathname.split("/").at(-1) ?? "";
  const hash = createHash("sha256")
    .update(await readFile(file))
    .digest("hex");
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
