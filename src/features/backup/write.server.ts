import { stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { reasonOf } from "#core/errors.ts";
import type { PictureStore } from "#core/picture-store.ts";
import type { Database } from "#db/connect.ts";
import { dumpDatabase, type Dumped } from "#db/backup-dump.ts";
import type { Config } from "#server/config.ts";
import { backupName, deleteOldBackups, ensureFolder } from "./folder.server.ts";
import { secretCheck, wrapSecret } from "./secret.server.ts";
import { readSwitched } from "./switches.server.ts";

export type MadeBackup = Dumped & { file: string; bytes: number };

/**
 * Makes a backup in the folder of the settings, deletes the oldest ones beyond the limit, and records the result.
 * @param to.passphrase encrypts the secret; without it the backup has no secret
 * @throws BackupError, or an error of the disk
 */
export async function makeBackup(
  ctx: {
    db: Database;
    url: string;
    secret: Buffer;
    now: Date;
    config: Pick<Config, "backup">;
    pictures?: PictureStore | undefined;
  },
  to: { passphrase: string | undefined },
): Promise<MadeBackup> {
  const { db, now, config, pictures } = ctx;
  try {
    ensureFolder(config.backup.folder);
    const file = join(config.backup.folder, backupName(now));
    const extras = {
      madeAt: now.toISOString(),
      secretCheck: secretCheck(ctx.secret),
      switched: await readSwitched(db, ctx.secret),
      wrappedSecret: to.passphrase === undefined ? null : await wrapSecret(ctx.secret, to.passphrase),
    };
    const dumped = await dumpDatabase(ctx.url, file, extras, pictures && ((key) => pictures.get(key)));
    const { size } = await stat(file);
    await deleteOldBackups(config.backup.folder, config.backup.keep);
    await noteOutcome(db, { tried_at: now, made_at: now, bytes: size, failure: "" });
    return { ...dumped, file, bytes: size };
  } catch (error) {
    const failure = reasonOf(error).slice(0, 300);
    // Throw the first error, because it is the cause.
    await noteOutcome(db, { tried_at: now, failure }).catch(() => {});
    throw error;
  }
}

/** A backup is also made before an upgrade, when an older database has no table for this. */
async function noteOutcome(
  db: Database,
  outcome: { tried_at: Date; made_at?: Date; bytes?: number; failure: string },
): Promise<void> {
  const { rows } = await sql<{ is: boolean }>`select to_regclass('last_backup') is not null as is`.execute(db);
  if (rows[0]?.is !== true) return;
  await db
    .insertInto("last_backup")
    .values({ made_at: null, bytes: 0, ...outcome })
    .onConflict((conflict) => conflict.column("only_row").doUpdateSet(outcome))
    .execute();
}
