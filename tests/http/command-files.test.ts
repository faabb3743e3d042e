import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ownFolder } from "#tests/helpers/own-folder.ts";

// Commands that cannot read what they need say so in a sentence.

const NOBODY = 65_534;
const folder = ownFolder("command-files", 0o755);

function run(args: readonly string[], env: Record<string, string>): { code: number | null; said: string } {
  const done = spawnSync(process.execPath, args, {
    encoding: "utf8",
    env: { PATH: process.env["PATH"] ?? "", NODE_ENV: "production", ...env },
  });
  return { code: done.status, said: `${done.stdout}${done.stderr}` };
}

test("another user than the owner of the data is told that, and not that there is no database", () => {
  const data = join(folder, "data");
  mkdirSync(join(data, "pg"), { recursive: true });
  // Root may enter any folder, so it becomes somebody else once the program is loaded.
  chmodSync(data, process.getuid?.() === 0 ? 0o700 : 0o000);
  const program = `import { openExisting, runCommand } from "#server/command.ts";
    if (process.getuid() === 0) process.setuid(${NOBODY});
    await runCommand(async () => {}, {}, openExisting);`;
  const { code, said } = run(["--input-type=module", "-e", program], { DATA_DIR: data });
  chmodSync(data, 0o700);
  expect(said).toBe(`This user may not read ${data}. Run the command as its owner.\n`);
  expect(code).toBe(1);
});

test("a list of schools that is not there, is a folder, or is no JSON", () => {
  const [missing, text] = [join(folder, "missing.json"), join(folder, "text.json")];
  writeFileSync(text, "hello");
  const data = join(folder, "no-data");
  const said = (file: string) => run(["scripts/import-schools.ts", file], { DATA_DIR: data });
  expect(said(missing)).toEqual({ code: 1, said: `There is no file ${missing}.\n` });
  expect(said(folder)).toEqual({ code: 1, said: `${folder} is a folder.\n` });
  expect(said(text)).toEqual({ code: 1, said: expect.stringMatching(`^${text} is not JSON: .*\\n$`) });
  // No database is made for a list that cannot be read.
  expect(existsSync(data)).toBe(false);
});
