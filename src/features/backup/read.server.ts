import { sql } from "kysely";
import type { Reader } from "#db/connect.ts";
import type { Marks } from "#db/backup-file.ts";
import { readSwitched } from "./switches.server.ts";

type LastBackup = { triedAt: Date; madeAt: Date | null; bytes: number; failure: string };

/** The result of the last try; undefined if there was none. */
export async function readLastBackup(db: Reader): Promise<LastBackup | undefined> {
  const row = await db.selectFrom("last_backup").selectAll().executeTakeFirst();
  return row && { triedAt: row.tried_at, madeAt: row.made_at, bytes: row.bytes, failure: row.failure };
}

/** The marks of deletions and switches, which a restore of an older backup must repeat. */
export async function readMarks(db: Reader, secret: Buffer): Promise<Marks> {
  return { forgotten: await readForgotten(db), switched: await readSwitched(db, secret) };
}

async function readForgotten(db: Reader): Promise<Marks["forgotten"]> {
  const { rows } = await sql<{ is: boolean }>`select to_regclass('public.forgotten') is not null as is`.execute(db);
  if (rows[0]?.is !== true) return [];
  const marks = await db.selectFrom("forgotten").selectAll().orderBy("mark").execute();
  return marks.map(({ mark, kept_until }) => [mark.toString("hex"), kept_until] as const);
}
