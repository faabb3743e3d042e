import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OTHERS, type Plant, PLANTS } from "./boundary-plants.ts";
import { ROOT } from "./source.ts";

type Finding = { filename: string; code: string; message: string; help?: string; note?: string };

const folder = mkdtempSync(join(tmpdir(), "pipelines-lint-"));
let findings: readonly Finding[] = [];

function plant(path: string, text: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** `*` becomes a name of its own, the twin's name in its legal spelling. */
function nameOf({ at }: Plant, kind: "wrong" | "right", index: number): string {
  return at.replace(kind === "right" ? /\*(?:OddName)?/ : "*", `${kind}${index}`.replace(/(\d)/, "-$1"));
}

const ALL = [...PLANTS, ...OTHERS];

beforeAll(() => {
  copyFileSync(join(ROOT, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
  const { name, type, imports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  plant("package.json", JSON.stringify({ name, type, imports }));
  for (const [index, one] of ALL.entries()) {
    plant(nameOf(one, "wrong", index), one.wrong);
    plant(nameOf(one, "right", index), one.right);
  }
  plant(
    "src/features/ring-one/read.server.ts",
    'import { two } from "#features/ring-two/read.server.ts";\nexport const one = two;\n',
  );
  plant(
    "src/features/ring-two/read.server.ts",
    'import { one } from "#features/ring-one/read.server.ts";\nexport const two = one;\n',
  );
  const oxlint = join(ROOT, "node_modules", "oxlint", "bin", "oxlint");
  const run = spawnSync(process.execPath, [oxlint, "--format=json", "--threads=1"], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 50_000_000,
  });
  try {
    findings = JSON.parse(run.stdout).diagnostics;
  } catch {
    throw new Error(`oxlint gave no report: ${run.stderr}${run.stdout.slice(0, 500)}`);
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const of = (path: string): string[] =>
  findings
    .filter(({ filename }) => filename === path)
    .map(({ code, message, help }) => `${code} ${message} ${help ?? ""}`);

describe("boundaries", () => {
  it.each(ALL.map((one, index) => ({ ...one, index })))("$at: $words ($index)", (one) => {
    expect(of(nameOf(one, "right", one.index))).toEqual([]);
    const wrong = of(nameOf(one, "wrong", one.index));
    expect(
      wrong.some((text) => text.includes(one.words)),
      wrong.join("\n"),
    ).toBe(true);
  });

  it("two reads that import each other are a cycle", () => {
    expect(of("src/features/ring-one/read.server.ts").join()).toContain("import(no-cycle)");
  });

  it("every sentence of an import rule in the settings has its planted violation", () => {
    const settings = readFileSync(join(ROOT, ".oxlintrc.json"), "utf8");
    const sentences = new Set([...settings.matchAll(/"message": "([^"]+)"/g)].map((match) => match[1] ?? ""));
    const untested = [...sentences].filter((sentence) => !PLANTS.some(({ words }) => sentence.includes(words)));
    expect(sentences.size).toBeGreaterThan(10);
    expect(untested).toEqual([]);
  });
});
