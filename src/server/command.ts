import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs, type ParseArgsConfig } from "node:util";
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
 * The database for a command of the terminal: DATABASE_URL, or the embedded
 * one, beside a running app or started for the time of the command; migrated.
 */
export async function openForCommand(
  options: OpenOptions = {},
  say: (line: string) => void = (line) => console.log(line),
): Promise<CommandDatabase> {
  const opened = await openAsItIs("command", options, say);
  try {
    await migrate(opened.url, say);
    return opened;
  } catch (error) {
    await opened.stop();
    throw error;
  }
}

/**
 * The database without a migration.
 * @param role `command` works beside a running app, `app` is refused there (another PostgreSQL refuses nobody)
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
 * A database that is there already: a command that only reads would make an empty one where DATA_DIR is forgotten.
 * @throws Error without one
 */
export async function openExisting(options: OpenOptions = {}): Promise<CommandDatabase> {
  const { databaseUrl, dataDir } = readConfig(process.env);
  if (databaseUrl === undefined && !existsSync(join(dataDir, "pg")))
    throw new Error(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL as the app has them.`);
  return openAsItIs("command", options);
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
 * Runs a command of the terminal: its database opened and closed whatever
 * happens, a failure told in one sentence with exit code 1.
 */
export async function runCommand(
  work: (opened: CommandDatabase) => Promise<void>,
  options: OpenOptions = {},
  open: (options: OpenOptions) => Promise<CommandDatabase> = openForCommand,
): Promise<void> {
  let opened: CommandDatabase | undefined;
  try {
    opened = await open(options);
    await work(opened);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  } finally {
    await opened?.stop();
  }
}
