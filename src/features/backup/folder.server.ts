import { mkdirSync } from "node:fs";
import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { DAY_MS } from "#core/calendar.ts";
import { BackupError, type Marks, readBackupHead } from "#db/backup-file.ts";
import { VISIBILITIES } from "#features/profile/schema.ts";
import { newestSwitches } from "./switches.server.ts";

const NAME = /^pipelines-\d{4}-\d{2}-\d{2}-\d{6}\.backup$/;
/** Deletions and switches of visibility, written between two backups. */
const MARKS = "deleted-and-hidden.json";
const mark = z.string().regex(/^[0-9a-f]{64}$/);
const marksSchema = z.object({
  forgotten: z.array(z.tuple([mark, z.string().regex(/^\d{4}-\d{2}-01$/)])),
  switched: z.array(z.tuple([mark, z.int().positive(), z.enum(VISIBILITIES)])),
});

/** @throws BackupError for a folder that cannot be made or written */
export function ensureFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new BackupError(`The folder for backups ${folder} cannot be made. Check BACKUP_DIR and who owns it.`, {
      cause: error,
    });
  }
}

/** The time in the name is UTC, so that names sort by time. */
export function backupName(now: Date): string {
  const [day = "", time = ""] = now.toISOString().split("T");
  return `pipelines-${day}-${time.slice(0, 8).replaceAll(":", "")}.backup`;
}

/** Names of the whole backups in a folder, the oldest first. */
export async function backupsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => NAME.test(name)).toSorted();
}

/** Deletes all backups except the newest `keep`, and unfinished files of killed processes. */
export async function deleteOldBackups(folder: string, keep: number): Promise<void> {
  for (const name of (await backupsIn(folder)).slice(0, -keep)) await rm(join(folder, name), { force: true });
  for (const name of await readdir(folder)) {
    if (!name.startsWith("pipelines-") || !name.endsWith(".partial")) continue;
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > DAY_MS) await rm(join(folder, name), { force: true });
  }
}

/** Writes to a second file, which then replaces the first. */
export async function writeMarks(folder: string, marks: Marks): Promise<void> {
  const file = join(folder, MARKS);
  await writeFile(`${file}.partial`, `${JSON.stringify(marks)}\n`, { mode: 0o600, flush: true });
  await rename(`${file}.partial`, file);
}

/** Reads the marks of deletions and switches from the other backups of a folder and from the list beside them. */
export async function marksIn(folder: string, say: (line: string) => void): Promise<Marks> {
  const found: Marks[] = [];
  const list = await readFile(join(folder, MARKS), "utf8").catch(() => undefined);
  if (list !== undefined) found.push(marksSchema.parse(JSON.parse(list)));
  for (const name of await backupsIn(folder)) {
    const head = await readBackupHead(join(folder, name)).catch(() => undefined);
    if (head) found.push({ forgotten: head.forgotten, switched: head.switched ?? [] });
    else say(`${name} cannot be read; deletions and switches that only it knows of are not repeated.`);
  }
  return joinMarks(found);
}

export function joinMarks(lists: readonly Marks[]): Marks {
  return {
    forgotten: lists.flatMap(({ forgotten }) => forgotten),
    switched: newestSwitches(lists.flatMap(({ switched }) => switched)),
  };
}
