import { mkdirSync, existsSync, readFileSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { sql } from "kysely";
import { BackupError, type BackupHead, type Marks } from "#db/backup-file.ts";
import { loadBackup } from "#db/backup-load.ts";
import { openDatabase, type Database } from "#db/connect.ts";
import { endRestore, migrate } from "#db/migrate.ts";
import type { WriteContext } from "#server/context.ts";
import { isSecretOf, unwrapSecret } from "./secret.server.ts";
import { settleRestored, type Settled } from "./settle-write.server.ts";

/** The number of accounts that a restore would replace. */
export async function countAccounts(db: Database): Promise<number> {
  const { rows: there } = await sql<{ is: boolean }>`select to_regclass('public.account') is not null as is`.execute(
    db,
  );
  if (there[0]?.is !== true) return 0;
  const { rows } = await sql<{ count: number }>`select count(*) as count from account`.execute(db);
  return rows[0]?.count ?? 0;
}

function secretIn(file: string): Buffer | undefined {
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, "utf8").trim();
  return /^[0-9a-f]{64}$/.test(text) ? Buffer.from(text, "hex") : undefined;
}

/**
 * Finds the secret of a backup: the installation's own, or the one in the backup.
 * @param ask returns the passphrase; called only if needed
 * @throws BackupError if neither fits
 */
export async function findSecret(
  head: BackupHead,
  file: string,
  ask: () => Promise<string>,
): Promise<{ secret: Buffer; isNew: boolean }> {
  const own = secretIn(file);
  if (own && isSecretOf(head.secretCheck, own)) return { secret: own, isNew: false };
  if (!head.wrappedSecret) {
    throw new BackupError(
      `The backup has no secret in it, and ${own ? `${file} holds that of another installation` : `there is none in ${file}`}. Put the secret that belongs to the backup there and run this again.`,
    );
  }
  const secret = await unwrapSecret(head.wrappedSecret, await ask());
  return { secret, isNew: true };
}

/** Writes the secret to its place. Each earlier secret file is kept beside it: older backups may need it. */
async function writeSecret(file: string, secret: Buffer): Promise<void> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, `${secret.toString("hex")}\n`, { mode: 0o600, flush: true });
  if (existsSync(file)) await rename(file, freeName(`${file}.before-restore`));
  await rename(`${file}.new`, file);
}

/** The name, or the first of name-2, name-3 … that no file has. */
function freeName(name: string): string {
  let free = name;
  for (let next = 2; existsSync(free); next += 1) free = `${name}-${next}`;
  return free;
}

/**
 * Restores a backup into a database: its tables in one transaction, then this program's migrations, then deletions and
 * switches that happened since. No app starts on the database before the end.
 * @param to.secret undefined for a temporary database only: then deletions and switches are not repeated
 * @param to.newSecretFile where the secret is written, if it is not there yet
 */
export async function restoreInto(to: {
  url: string;
  file: string;
  marks: Marks;
  secret: Buffer | undefined;
  newSecretFile?: string | undefined;
  ctx: Pick<WriteContext, "now" | "today" | "reactions">;
  say: (line: string) => void;
}): Promise<Settled | undefined> {
  await loadBackup(to.url, to.file, to.marks);
  // Not earlier: a database that stays as it was needs the secret that it has. If the process is killed right here, no
  // program starts before the restore is repeated, and that writes the secret.
  if (to.secret && to.newSecretFile !== undefined) await writeSecret(to.newSecretFile, to.secret);
  await migrate(to.url, to.say, undefined, { isRestore: true });
  let settled: Settled | undefined;
  if (to.secret) {
    const db = openDatabase(to.url, { applicationName: "pipelines-command", statementTimeout: 0, max: 2 });
    try {
      settled = await settleRestored(db, { ...to.ctx, secret: to.secret });
    } finally {
      await db.destroy();
    }
  }
  await endRestore(to.url);
  return settled;
}
