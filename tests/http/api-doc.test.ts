import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { API_INFO } from "#app/api.server.ts";
import { createAdmin } from "#features/admin/write.server.ts";
import { startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { createDemoDatabase, waitForPaths } from "#tests/helpers/path-site.ts";
import { drawJpeg } from "#tests/helpers/pictures.ts";
import type { TestDatabase } from "#tests/helpers/postgres.ts";

// docs/api.md runs: its commands one after the other, as somebody copies them, with the bash, curl and node of the
// machine. A machine without the first two cannot run them.
const hasTools = ["bash", "curl"].every((tool) => spawnSync(tool, ["--version"]).status === 0);

const NOW = new Date("2026-11-15T12:00:00Z");
const PAGE = await readFile(new URL("../../docs/api.md", import.meta.url), "utf8");

let database: TestDatabase;
let app: TestApp;
let folder = "";

beforeAll(async () => {
  database = await createDemoDatabase(120, NOW);
  app = await startTestApp({ databaseUrl: database.url, now: () => NOW });
  await waitForPaths(app);
  const admin = { email: "admin@example.org", password: "violet-anchor-41" };
  await createAdmin(app.db, admin, NOW);
  folder = await mkdtemp(join(tmpdir(), "pipelines-api-doc-"));
  await writeFile(join(folder, "me.jpg"), await drawJpeg());
});
afterAll(async () => {
  await app.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

type Step = { line: number; language: "sh" | "js"; code: string; expected: unknown };

/** The page's commands; an answer in a comment (`# {…}`) ends a step and is what it should print last. */
function readSteps(page: string): Step[] {
  const steps: Step[] = [];
  for (const block of page.matchAll(/^```(sh|js)\n([\s\S]*?)^```$/gm)) {
    const language = block[1] === "js" ? "js" : "sh";
    const line = page.slice(0, block.index).split("\n").length;
    const pieces = language === "js" ? [block[2] ?? ""] : (block[2] ?? "").split(/^(?=# [{["])/m);
    let code = "";
    for (const piece of pieces) {
      const answer = language === "sh" ? /^# ([{["].*)\n/.exec(piece)?.[1] : undefined;
      const last = steps.at(-1);
      if (answer !== undefined && last) last.expected = JSON.parse(answer);
      code = answer === undefined ? piece : piece.slice(piece.indexOf("\n") + 1);
      if (code.trim() !== "") steps.push({ line, language, code, expected: undefined });
    }
  }
  return steps;
}

/** True if both have the same shape and words; "…" stands for any text. */
function isLike(actual: unknown, expected: unknown): boolean {
  if (expected === "…") return typeof actual === "string" && actual !== "";
  if (Array.isArray(expected))
    return (
      Array.isArray(actual) && actual.length === expected.length && expected.every((one, n) => isLike(actual[n], one))
    );
  if (typeof expected !== "object" || expected === null) return actual === expected;
  if (typeof actual !== "object" || actual === null) return false;
  const [mine, theirs] = [new Map(Object.entries(actual)), new Map(Object.entries(expected))];
  return mine.size === theirs.size && [...theirs].every(([key, value]) => isLike(mine.get(key), value));
}

/** One script of all steps. Each step prints its number first, and the first failing step ends the script. */
async function scriptOf(steps: readonly Step[]): Promise<string> {
  const commands = await Promise.all(
    steps.map(async ({ language, code }, n) => {
      if (language === "js") await writeFile(join(folder, `step-${n}.mjs`), code);
      return `printf '\\n@@${n}\\n'\n${language === "js" ? `node step-${n}.mjs` : code}`;
    }),
  );
  // A refused call must not pass for an example that works.
  return `set -eu\nset -a\ncurl() { command curl --fail-with-body "$@"; }\n${commands.join("\n")}\n`;
}

describe("docs/api.md", () => {
  test.skipIf(!hasTools)("its examples work from top to bottom, and answer what the page says", async () => {
    const steps = readSteps(PAGE.replace("BASE=http://localhost:3000", `BASE=${app.url}`));
    expect(steps.length).toBeGreaterThan(10);
    expect(steps.some(({ language }) => language === "js")).toBe(true);
    expect(steps.filter(({ expected }) => expected !== undefined).length).toBeGreaterThan(5);
    const ran = await promisify(execFile)("bash", ["-c", await scriptOf(steps)], { cwd: folder }).catch(
      (error: { stdout?: string; stderr?: string }) => {
        const at = Number(/@@(\d+)(?![\s\S]*@@)/.exec(error.stdout ?? "")?.[1] ?? 0);
        throw new Error(
          `line ${steps[at]?.line}: ${steps[at]?.code}${error.stdout?.split("@@").at(-1)}${error.stderr}`,
        );
      },
    );
    const printed = ran.stdout.split(/\n@@\d+\n/).slice(1);
    expect(printed).toHaveLength(steps.length);
    for (const [n, { line, expected }] of steps.entries()) {
      if (expected === undefined) continue;
      const said = printed[n]?.trim() ?? "";
      expect(isLike(JSON.parse(said), expected), `line ${line}: ${said}`).toBe(true);
    }
  });

  test("planted: another answer, a field more and a field less are caught", () => {
    const [step] = readSteps('```sh\ncurl x\n# {"a":"…","b":[1]}\n```\n');
    expect(step?.expected).toEqual({ a: "…", b: [1] });
    expect(isLike({ a: "x", b: [1] }, step?.expected)).toBe(true);
    for (const wrong of [{ a: "x", b: [2] }, { a: "x" }, { a: "x", b: [1], c: 1 }, { a: "", b: [1] }, []])
      expect(isLike(wrong, step?.expected)).toBe(false);
  });

  test("says the version of the document", () => {
    expect(PAGE).toContain(`The API has one version, ${API_INFO.info.version},`);
  });

  test("nothing is deprecated, as it says", async () => {
    const document = await fetch(`${app.url}/api/openapi.json`).then((answer) => answer.text());
    expect(document).not.toContain('"deprecated":true');
    expect(PAGE).toContain("Nothing is deprecated today.");
  });
});
