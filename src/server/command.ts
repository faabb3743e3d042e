import { statSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { parseArgs, type ParseArgsConfig } from "node:util";
import { sql } from "kysely";
import { codeOf, reasonOf } from "#core/errors.ts";
import { openDatabase, type Database, type OpenOptions } from "#db/connect.ts";
import { openEmbedded } from "#db/embedded/embedded.ts";
import { migrate } from "#db/migrate.ts";
import { readConfig, type Config } from "./config.ts";

export type CommandDatabase = {
  config: Config;
  db: Database;
  url: string;
  stop: () => Promise<void>;
};

/**
 * Opens the database for a command in a terminal, and migrates it: DATABASE_URL, or the embedded one. A running app's
 * server is shared; otherwise a server runs while the command does.
 */
async function openForCommand(options: OpenOptions): Promise<CommandDatabase> {
  const opened = await openAsItIs("command", options);
  try {
    await migrate(opened.url, (line) => console.log(line));
    return opened;
  } catch (error) {
    await opened.stop();
    throw error;
  }
}

/**
 * Opens the database without migrating it.
 * @param role `command` may work beside a running app; `app` is refused then (with the embedded database only)
 */
export async function openAsItIs(
  role: "app" | "command",
  options: OpenOptions = {},
  say: (line: string) => void = (line) => console.log(line),
): Promise<CommandDatabase> {
  const config = readConfig(process.env);
  const embedded = config.databaseUrl ? undefined : await openEmbedded({ dataDir: config.dataDir, say, role });
  const url = config.databaseUrl ?? embedded?.url ?? "";
  const db = openDatabase(url, { applicationName: "pipelines-command", statementTimeout: 0, max: 4, ...options });
  return {
    config,
    db,
    url,
    stop: async () => {
      await db.destroy();
      await embedded?.stop();
    },
  };
}

/**
 * Opens an existing database. A read-only command with a wrong DATA_DIR would otherwise create an empty one.
 * @throws Error if there is none
 */
export async function openExisting(options: OpenOptions = {}): Promise<CommandDatabase> {
  const { databaseUrl, dataDir } = readConfig(process.env);
  if (databaseUrl === undefined) refuseWithoutDatabase(dataDir);
  return openAsItIs("command", options);
}

function refuseWithoutDatabase(dataDir: string): void {
  try {
    statSync(join(dataDir, "pg"));
  } catch (cause) {
    const reason =
      codeOf(cause) === "EACCES"
        ? `This user may not read ${dataDir}. Run the command as its owner.`
        : `There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL as the app has them.`;
    throw new Error(reason, { cause });
  }
}

/** For commands that would destroy the work of a running app. @throws Error if one is connected to this database */
export async function refuseBesideApp(db: Database): Promise<void> {
  const { rows } = await sql`select pid from pg_stat_activity
    where datname = current_database() and application_name like 'pipelines%'
    and application_name not like 'pipelines-command%' and application_name not like 'pipelines-owner%'`.execute(db);
  if (rows.length > 0)
    throw new Error(`Pipelines is running on this database (${rows.length} connections): stop it first.`);
}

/** Parses a command's arguments. An unknown argument ends the command with its usage text. */
export function readArguments<Options extends NonNullable<ParseArgsConfig["options"]>>(
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ options }).values;
  } catch {
    console.error(`Call it like this: ${usage}`);
    return process.exit(2);
  }
}

/**
 * Ctrl-C and the like end the command by an exit, as everything else does. A signal alone runs no "exit" listeners: the
 * database server that the command started would go on without it.
 */
export function exitOnSignals(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
}

/**
 * Runs a command in a terminal. The database is always closed. A failure is printed as one sentence, with exit code 1.
 */
export async function runCommand(
  work: (opened: CommandDatabase) => Promise<void>,
  options: OpenOptions = {},
  open: (options: OpenOptions) => Promise<CommandDatabase> = openForCommand,
): Promise<void> {
  exitOnSignals();
  let opened: CommandDatabase | undefined;
  try {
    opened = await open(options);
    await work(opened);
  } catch (error) {
    console.error(reasonOf(error));
    process.exitCode = 1;
  } finally {
    await opened?.stop();
  }
}
