/**
 * Checks that the tests find faults. It plants each fault of faults.ts into a copy of the sources and runs the tests
 * that must fail. Run it by hand after changes to the tests: `node tests/faults/run.ts`, or `node tests/faults/run.ts
 * password` for some faults. Tests that also fail without a fault prove nothing, so each set of files first runs once
 * on the unchanged sources.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { withoutWide } from "#scripts/lib/wide.mjs";
import { startTestServer } from "#tests/helpers/postgres.ts";
import { FAULTS, type Fault } from "./faults.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const wanted = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "pipelines-faults-"));

function copySources(): void {
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: ROOT });
  for (const file of files.toString().split("\n").filter(Boolean)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
  }
  for (const shared of ["node_modules", "build", ".react-router"])
    symlinkSync(join(ROOT, shared), join(folder, shared));
}

/** Files of these in which a test fails, or which cannot be loaded. */
function failing(by: readonly string[]): string[] {
  if (by[0] === "lint") {
    const lint = ["node_modules/oxlint/bin/oxlint", "--type-aware", "--deny-warnings", "src/server"];
    return spawnSync(process.execPath, lint, { cwd: folder, stdio: "ignore" }).status === 0 ? [] : ["lint"];
  }
  const report = join(folder, "report.json");
  rmSync(report, { force: true });
  const args = [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--bail=0",
    // The tests of the usual run have to find them.
    ...withoutWide("vitest", { isAll: false, rest: [] }),
    "--reporter=json",
    `--outputFile=${report}`,
    ...by,
  ];
  spawnSync(process.execPath, args, { cwd: folder, stdio: "ignore" });
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as {
    testResults: { name: string; status: string }[];
  };
  return testResults.filter(({ status }) => status === "failed").map(({ name }) => name.slice(folder.length + 1));
}

const isBy = (fault: Fault, file: string): boolean => fault.by.some((one) => file.startsWith(one));

/** Faults of different files, found by different tests, are planted together: starting the tests takes longer than they do. */
function inBatches(faults: readonly Fault[]): Fault[][] {
  const batches: Fault[][] = [];
  for (const fault of faults) {
    const isAlone = fault.by.some((one) => one === "lint" || one.startsWith("tests/http/"));
    const room = batches.find((batch) =>
      batch.every(
        (one) =>
          !isAlone &&
          one.file !== fault.file &&
          !one.by.some((file) => isBy(fault, file) || file === "lint" || file.startsWith("tests/http/")),
      ),
    );
    if (room) room.push(fault);
    else batches.push([fault]);
  }
  return batches;
}

function look(batch: readonly Fault[]): string[] {
  const by = [...new Set(batch.flatMap((fault) => fault.by))];
  const sound = failing(by);
  const before = new Map(batch.map(({ file }) => [file, readFileSync(join(folder, file), "utf8")]));
  for (const { file, from, to } of batch)
    writeFileSync(join(folder, file), before.get(file)?.replace(from, () => to) ?? "");
  const found = failing(by);
  for (const [file, text] of before) writeFileSync(join(folder, file), text);
  return batch.map((fault) => {
    if (!before.get(fault.file)?.includes(fault.from)) return "NOT PLANTED";
    if (sound.some((file) => isBy(fault, file))) return "FAILS WITHOUT IT TOO";
    return found.some((file) => isBy(fault, file)) ? "found" : "NOT FOUND";
  });
}

copySources();
// One database for all runs, which inherit its address.
const server = await startTestServer();
let missed = 0;
const chosen = FAULTS.filter(({ what }) => wanted.length === 0 || wanted.some((word) => what.includes(word)));
for (const batch of inBatches(chosen)) {
  for (const [n, outcome] of look(batch).entries()) {
    if (outcome !== "found") missed += 1;
    process.stdout.write(`${outcome} | ${batch[n]?.what} | ${batch[n]?.by.join(" ")}\n`);
  }
}
await server.stop();
rmSync(folder, { recursive: true, force: true });
process.exitCode = missed === 0 ? 0 : 1;
