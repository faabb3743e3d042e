/**
 * npm run restore -- FILE [--replace] [--check]
 * Replaces the database with a backup. Stop the app first. `--replace` is needed if the database has accounts.
 * `--check` changes nothing: it restores into a temporary directory.
 */
import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { reactions } from "#app/reactions.server.ts";
import { calendarDay } from "#core/calendar.ts";
import { checkBackup } from "#db/backup-file.ts";
import { joinMarks, marksIn } from "#features/backup/folder.server.ts";
import { readMarks } from "#features/backup/read.server.ts";
import { countAccounts, findSecret, restoreInto } from "#features/backup/restore-write.server.ts";
import { exitOnSignals, openAsItIs, refuseBesideApp, runCommand } from "#server/command.ts";
import { readConfig } from "#server/config.ts";
import { askHidden } from "./lib/ask-hidden.ts";
import { tryRestore } from "./lib/check-backup.ts";

const say = (line: string): void => console.log(line);
const given = readGiven();
const file = resolve(given.file);

function readGiven(): { file: string; isReplacing: boolean; isCheck: boolean } {
  try {
    const options = {
      replace: { type: "boolean", default: false },
      check: { type: "boolean", default: false },
    } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [name] = positionals;
    if (name !== undefined && positionals.length === 1)
      return { file: name, isReplacing: values.replace, isCheck: values.check };
  } catch {
    // The usage text follows below.
  }
  console.error("Call it like this: npm run restore -- FILE [--replace] [--check]");
  return process.exit(2);
}

/** The backup's secret, if it can be found without a question to the user. */
async function secretAtHand(): Promise<Buffer | undefined> {
  const { secretFile, backup } = readConfig(process.env);
  const { head } = await checkBackup(file);
  const ask = async (): Promise<string> => backup.passphrase ?? "";
  return (await findSecret(head, secretFile, ask).catch(() => undefined))?.secret;
}

async function check(): Promise<void> {
  exitOnSignals();
  const secret = await secretAtHand();
  const { pipelines } = await tryRestore(file, secret, say);
  say(`The backup is whole and can be restored: ${pipelines} pipelines, and everything derived equals its recount.`);
  if (!secret) say("Whether you have its secret was not tried: set BACKUP_PASSPHRASE or SECRET_FILE.");
}

async function restore(): Promise<void> {
  say("Checking the file…");
  const { head, rows } = await checkBackup(file);
  await runCommand(
    async ({ config, db, url }) => {
      await refuseBesideApp(db);
      const accounts = await countAccounts(db);
      if (accounts > 0 && !given.isReplacing) {
        throw new Error(
          `The database has ${accounts} accounts. To replace everything in it by the backup, add --replace.`,
        );
      }
      const { secret, isNew } = await findSecret(
        head,
        config.secretFile,
        async () => config.backup.passphrase ?? (await askHidden("Passphrase of the backup: ")),
      );
      const lists = [await readMarks(db, secret), await marksIn(dirname(file), say)];
      if (existsSync(config.backup.folder) && resolve(config.backup.folder) !== dirname(file))
        lists.push(await marksIn(config.backup.folder, say));
      const marks = joinMarks(lists);
      const now = new Date();
      const ctx = { now, today: calendarDay(now), reactions };
      const newSecretFile = isNew ? config.secretFile : undefined;
      const settled = await restoreInto({ url, file, marks, secret, newSecretFile, ctx, say });
      const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
      say(`Restored: ${head.tables.length} tables, ${total} rows, as they were at ${head.madeAt}.`);
      say(`Deleted again, because they were deleted since: ${settled?.people ?? 0} people.`);
      say(`Shown no more openly, because they switched since: ${settled?.hidden ?? 0} people.`);
      say("Everybody has to log in again, and e-mails that waited are not sent. Start with npm start.");
    },
    {},
    (options) => openAsItIs("app", options, say),
  );
}

try {
  await (given.isCheck ? check() : restore());
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
