import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readFile, ROOT } from "./source.ts";

/**
 * A promise that nobody waits for loses its error, and a save that seems done may not be. Only lint that knows types
 * finds it, so these plants are linted with the command of `npm run check`.
 */

const { scripts } = JSON.parse(readFile("package.json").text) as { scripts: Record<string, string> };
const [command, ...options] = (scripts["check:lint"] ?? "").split(" ");

const WORK = "declare function work(): Promise<boolean>;\n";
const PLANTS = {
  floating: ["export function start(): void {\n  work();\n}\n", "no-floating-promises"],
  awaited: ["export async function start(): Promise<void> {\n  await work();\n}\n", undefined],
  dropped: ["export function start(): void {\n  void work();\n}\n", undefined],
  condition: ["export const start = (): number => (work() ? 1 : 2);\n", "no-misused-promises"],
  callback: ["export const start = (): void => [1].forEach(async () => void (await work()));\n", "no-misused-promises"],
  value: ["export async function start(one: number): Promise<number> {\n  return await one;\n}\n", "await-thenable"],
} as const;

const folder = mkdtempSync(join(tmpdir(), "pipelines-promises-"));
let findings: readonly { filename: string; code: string }[] = [];

beforeAll(() => {
  copyFileSync(join(ROOT, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
  mkdirSync(join(folder, "src", "core"), { recursive: true });
  const plant = (path: string, text: string): void => writeFileSync(join(folder, path), text);
  plant("package.json", JSON.stringify({ type: "module" }));
  plant(
    "tsconfig.json",
    JSON.stringify({ compilerOptions: { strict: true, lib: ["esnext"], types: [] }, include: ["src"] }),
  );
  for (const [name, [text]] of Object.entries(PLANTS)) plant(join("src", "core", `${name}.ts`), WORK + text);
  const oxlint = join(ROOT, "node_modules", "oxlint", "bin", "oxlint");
  const run = spawnSync(process.execPath, [oxlint, ...options, "--format=json", "--threads=1"], {
    cwd: folder,
    encoding: "utf8",
  });
  findings = JSON.parse(run.stdout).diagnostics;
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(Object.entries(PLANTS))("planted: %s (%j)", (name, [, rule]) => {
  expect(command).toBe("oxlint");
  const codes = findings.filter(({ filename }) => filename === `src/core/${name}.ts`).map(({ code }) => code);
  expect(codes).toEqual(rule === undefined ? [] : [`typescript(${rule})`]);
});

it("npm test -- changed lints with the same options", () => {
  for (const option of options)
    expect(readFile("scripts/test.mjs").text).toMatch(new RegExp(`"oxlint [^"]*${option} `));
});
