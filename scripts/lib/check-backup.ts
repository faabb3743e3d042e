import { lstatSync, readdirSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { everybodyIn } from "#app/path-engine-reads.server.ts";
import { reactions } from "#app/reactions.server.ts";
import { calendarDay } from "#core/calendar.ts";
import { BackupError, checkBackup, NO_MARKS } from "#db/backup-file.ts";
import { openDatabase } from "#db/connect.ts";
import { openEmbedded, removeDatabase, removeIfAbandoned } from "#db/embedded/embedded.ts";
import { restoreInto } from "#features/backup/restore-write.server.ts";
import { findEngineDifferences } from "#features/path/verify.server.ts";
import { findDifferences } from "#features/stats/recount.server.ts";

const PREFIX = "pipelines-check-";

/**
 * Restores a backup into a temporary database and recounts everything there.
 * @param secret the backup's secret; without it, the trial does not repeat deletions and switches
 * @throws BackupError if the backup cannot be restored correctly
 */
export async function tryRestore(
  file: string,
  secret: Buffer | undefined,
  say: (line: string) => void,
): Promise<{ pipelines: number }> {
  await checkBackup(file);
  removeAbandoned();
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
  // Ctrl-C must not leave everybody's data there.
  const remove = (): void => removeDatabase(folder);
  process.on("exit", remove);
  try {
    return await restoreIn(folder, file, secret, say);
  } finally {
    process.off("exit", remove);
    remove();
  }
}

/** Removes the copies of checks that were killed: all data of the site, and a server that would run on. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name);
    try {
      const found = lstatSync(folder);
      if (found.isDirectory() && found.uid === process.getuid?.()) removeIfAbandoned(folder);
    } catch {
      // Another check has just removed it.
    }
  }
}

async function restoreIn(
  folder: string,
  file: string,
  secret: Buffer | undefined,
  say: (line: string) => void,
): Promise<{ pipelines: number }> {
  const embedded = await openEmbedded({ dataDir: folder, role: "app", say, throwAway: true });
  try {
    const now = new Date();
    const ctx = { now, today: calendarDay(now), reactions };
    await restoreInto({ url: embedded.url, file, marks: NO_MARKS, secret, ctx, say });
    const db = openDatabase(embedded.url, { statementTimeout: 0 });
    try {
      const differences = await findDifferences(db);
      const engine = await findEngineDifferences(db, everybodyIn(db), ctx.today);
      const count = differences.length + engine.differences.length;
      if (count > 0)
        throw new BackupError(`The restored database has ${count} differences: npm run verify lists them.`);
      return { pipelines: engine.lines };
    } finally {
      await db.destroy();
    }
  } finally {
    await embedded.stop();
  }
}
