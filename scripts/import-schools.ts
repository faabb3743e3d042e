/**
 * npm run import:schools -- FILE: adds or updates the schools of a JSON list (name, alpha_two_code or country,
 * domains).
 */
import { readFile } from "node:fs/promises";
import { reasonOf } from "#core/errors.ts";
import { fileFault } from "#core/file-fault.ts";
import type { Database } from "#db/connect.ts";
import { importSchools, SchoolRowsError } from "#features/school/write.server.ts";
import { runCommand } from "#server/command.ts";
import { elementLines } from "./lib/element-lines.ts";

const MAX_SHOWN = 20;

type List = { text: string; values: unknown[] };

async function readList(file: string): Promise<List> {
  const { text, values } = await readJson(file);
  if (!Array.isArray(values)) throw new Error(`${file} is not a list: it should begin with "[".`);
  return { text, values };
}

async function readJson(file: string): Promise<{ text: string; values: unknown }> {
  try {
    const text = (await readFile(file, "utf8")).replace(/^\uFEFF/, "");
    return { text, values: JSON.parse(text) };
  } catch (cause) {
    if (cause instanceof SyntaxError) throw new Error(`${file} is not JSON: ${cause.message}.`, { cause });
    throw new Error(fileFault(file, cause) ?? reasonOf(cause), { cause });
  }
}

async function load(db: Database, file: string, { text, values }: List): Promise<void> {
  console.log(`${values.length} rows in ${file}`);
  try {
    const report = await importSchools(db, values, {
      onProgress: (done, all) => console.log(`${done} of ${all} schools`),
    });
    console.log(`${report.added} schools added, ${report.changed} changed, ${report.left} left as they were.`);
  } catch (error) {
    if (!(error instanceof SchoolRowsError)) throw error;
    const lines = elementLines(text);
    for (const { index, problem } of error.problems.slice(0, MAX_SHOWN)) {
      console.error(`${file}:${lines[index] ?? "?"}  row ${index + 1} ${problem}`);
    }
    if (error.problems.length > MAX_SHOWN) console.error(`and ${error.problems.length - MAX_SHOWN} more`);
    throw new Error(`${error.message} Nothing was changed.`, { cause: error });
  }
}

const file = process.argv[2];
if (file === undefined) {
  console.error("Which file? npm run import:schools -- FILE");
  process.exitCode = 1;
} else {
  const list = await readList(file).catch((error: unknown) => {
    console.error(reasonOf(error));
    process.exitCode = 1;
  });
  // Opened last: with a wrong name, a database would be made and migrated for nothing.
  if (list) await runCommand(({ db }) => load(db, file, list));
}
