import { sql } from "kysely";
import type { Reader } from "#db/connect.ts";
import type { BackupHead } from "#db/backup-file.ts";

export type LastBackup = { triedAt: Date; madeAt: Date | null; bytes: number; failure: string };

/** How the last try went; undefined where there was none. */
export async function readLastBackup(db: Reader): Promise<LastBackup | undefined> {
  const row = await db.selectFrom("last_backup").selectAll().executeTakeFirst();
  return row && { triedAt: row.tried_at, madeAt: row.made_at, bytes: row.bytes, failure: row.failure };
}

/** Marks of everybody whose deletion a restore has to repeat. */
export async function readMarks(db: Reader): Promise<BackupHead["forgotten"][number][]> {
  const { rows } = await sql<{ is: boolean }>`select to_regclass('public.forgotten') is not null as is`.execute(db);
  if (rows[0]?.is !== true) return [];
  const marks = await db.selectFrom("forgotten").selectAll().orderBy("mark").execute();
  return marks.map(({ mark, kept_until }) => [mark.toString("hex"), kept_until] as const);
}
