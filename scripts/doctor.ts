/**
 * npm run doctor [-- --mail TO]: reports problems of this installation and what to do. Changes nothing. Exits with 1 if
 * there is a problem.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isDiskFull } from "#db/embedded/embedded.ts";
import { migrationNames } from "#db/migrate.ts";
import { openAsItIs, readArguments } from "#server/command.ts";
import { type Config, readConfig } from "#server/config.ts";
import {
  checkAddress,
  checkDatabase,
  checkFiles,
  checkMail,
  checkPort,
  checkState,
  type Finding,
} from "./lib/doctor-checks.ts";
import { checkPictures } from "./lib/doctor-pictures.ts";

const MARKS = { ok: "ok   ", note: "note ", wrong: "WRONG" } as const;

const values = readArguments({ mail: { type: "string" } }, "npm run doctor [-- --mail TO]");

/** Runs one check. If it throws, the other checks still run. */
async function run(check: () => Finding[] | Promise<Finding[]>): Promise<Finding[]> {
  let found: Finding[];
  try {
    found = await check();
  } catch (error) {
    found = [{ level: "wrong", what: error instanceof Error ? error.message : String(error) }];
  }
  for (const { level, what, todo } of found) console.log(`${MARKS[level]} ${what}${todo ? `\n      ${todo}` : ""}`);
  return found;
}

async function askDatabase(config: Config, now: Date): Promise<Finding[]> {
  // Opening the database would create it.
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, "pg")))
    return [{ level: "note", what: "There is no database yet.", todo: "npm start makes it." }];
  // A start on a full disk would take the space that is kept for the app's next one.
  if (config.databaseUrl === undefined && isDiskFull(config.dataDir))
    return [{ level: "wrong", what: `The disk of ${config.dataDir} is full.`, todo: "Make room on it." }];
  const opened = await openAsItIs("command", { statementTimeout: 10_000 });
  try {
    const found = await checkDatabase(opened.db, await migrationNames());
    const isWhole = found.every(({ level }) => level === "ok");
    if (!isWhole) return found;
    return [
      ...found,
      ...(await checkState(opened.db, opened.config, now)),
      ...(await checkPictures(opened.db, opened.config)),
    ];
  } finally {
    await opened.stop();
  }
}

const now = new Date();
let all: Finding[] = [];
try {
  const config = readConfig(process.env);
  all.push({ level: "ok", what: "The settings can be read." });
  for (const check of [
    () => checkFiles(config),
    async () => [await checkPort(config)],
    () => askDatabase(config, now),
    () => checkAddress(config, now),
    () => checkMail(config, values.mail, now),
  ]) {
    all = [...all, ...(await run(check))];
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
const count = all.filter(({ level }) => level === "wrong").length;
console.log(count === 0 ? "Nothing is wrong." : `${count} ${count === 1 ? "thing is" : "things are"} wrong.`);
if (count > 0) process.exitCode = 1;
