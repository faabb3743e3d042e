import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { type ESTree, parseSync, Visitor } from "vite";
import { z } from "zod";
import { tries } from "#tests/helpers/amount.ts";
import { SAFE_REGEXES } from "#tests/helpers/safe-regexes.ts";
import { isTest, readFiles, ROOT, type SourceFile } from "./source.ts";

// "auto": the checker's program if there is one for this machine, else the same checker in JavaScript, which takes
// four times as long.
process.env["RECHECK_BACKEND"] = "auto";
const { check } = await import("recheck");

/** Slower than linear, and why that harms nobody. */
const EXPLAINED: Readonly<Record<string, string>> = {
  "/^\\(+|\\)+$/g": "a word of a job title, 120 characters at most",
  "/[),.;:]+$/": "a word of a job title, 120 characters at most",
  "/\\s[-–—]+\\s?|[-–—]+\\s|[,;:|/()[\\]·•@]/gu": "a job title, 120 characters at most",
  "/\\bVersion\\/[\\d.]+.*\\bSafari\\//": "the first 400 characters of a User-Agent",
  "/=+$/": "base64 of our own bytes, 44 characters",
  "/^.*\\b(?:ERROR|FATAL|PANIC):\\s+(.*)$/m": "what our own PostgreSQL says while it is set up",
  "/<?[^\\s<>@]{1,64}@[^\\s<>@]{1,255}>?/gu": "one line of a mail server that the operator has chosen",
};

const version = z.object({ version: z.string() });
const kept = z.object({ checker: z.string(), safe: z.array(z.string()) });
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));

type Found = { path: string; pattern: string; flags: string };

/** Every literal of a file, and every place that makes one from a text. */
function regexesOf({ path, text }: SourceFile): { literals: Found[]; built: string[] } {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be read.`);
  const literals: Found[] = [];
  const built: string[] = [];
  const see = ({ callee }: ESTree.CallExpression | ESTree.NewExpression): void => {
    if (callee.type === "Identifier" && callee.name === "RegExp") built.push(path);
  };
  new Visitor({
    Literal(node) {
      if ("regex" in node) literals.push({ path, pattern: node.regex.pattern, flags: node.regex.flags });
    },
    CallExpression: see,
    NewExpression: see,
  }).visit(program);
  return { literals, built };
}

/** Without a `*`, a `+` or an open `{n,}` nothing can be tried over and over. */
function isBounded(pattern: string): boolean {
  const plain = pattern.replace(/\\./g, "x").replace(/\[[^\]]*\]/g, "x");
  return !/[*+]|\{\d+,\}/.test(plain);
}

/**
 * Literals that this version of the checker has found safe. To check all of them takes ten seconds of the processor, and
 * the answer depends on nothing but their text. The repository has a list of them, and an earlier run may have written
 * down more. `npm test -- all` believes neither.
 */
class KnownSafe {
  readonly #file = join(ROOT, SAFE_REGEXES.found);
  readonly #checker = version.parse(readJson(join(ROOT, "node_modules", "recheck", "package.json"))).version;
  readonly #texts: Set<string>;

  constructor() {
    const files = tries({ all: 0, some: 1 }) === 0 ? [] : [join(ROOT, SAFE_REGEXES.listed), this.#file];
    this.#texts = new Set(files.flatMap((file) => this.#read(file)));
  }

  #read(file: string): string[] {
    try {
      const { checker, safe } = kept.parse(readJson(file));
      return checker === this.#checker ? safe : [];
    } catch {
      return []; // the first run
    }
  }

  has(text: string): boolean {
    return this.#texts.has(text);
  }

  add(text: string): void {
    this.#texts.add(text);
  }

  /** Writes down those that are still there. */
  keep(present: readonly string[]): void {
    try {
      mkdirSync(dirname(this.#file), { recursive: true });
      const safe = present.filter((text) => this.#texts.has(text));
      writeFileSync(this.#file, JSON.stringify({ checker: this.#checker, safe }));
    } catch {
      // The next run checks all of them again.
    }
  }
}

/** Sentences about literals that are neither linear nor explained, and explanations of none that is there. */
async function regexFaults(
  found: readonly Found[],
  explained: Readonly<Record<string, string>>,
  known?: KnownSafe,
): Promise<string[]> {
  const byText = new Map(found.map((one) => [`/${one.pattern}/${one.flags}`, one]));
  const faults: string[] = [];
  for (const [text, { path, pattern, flags }] of byText) {
    if (text in explained || isBounded(pattern) || known?.has(text)) continue;
    const result = await check(pattern, flags, { timeout: 30_000, randomSeed: 7 });
    if (result.status === "safe") known?.add(text);
    else faults.push(`${path}: ${text} is ${result.status}`);
  }
  known?.keep([...byText.keys()]);
  const gone = Object.keys(explained).filter((text) => !byText.has(text));
  return [...faults, ...gone.map((text) => `${text} is explained and not there`)];
}

const sources = readFiles(/^src\/.*\.tsx?$/).filter(({ path }) => !isTest(path));
const read = sources.map(regexesOf);

describe("S20: regular expressions", () => {
  it("S20: every one takes linear time, or it is said why it may take more", { timeout: 240_000 }, async () => {
    const literals = read.flatMap((one) => one.literals);
    expect(literals.length).toBeGreaterThan(100);
    expect(await regexFaults(literals, EXPLAINED, new KnownSafe())).toEqual([]);
  });

  it("S20: none is built from a text", () => {
    expect(read.flatMap((one) => one.built)).toEqual([]);
  });

  it("planted: an exponential one, a built one and an explanation of nothing are caught", async () => {
    const planted = regexesOf({
      path: "planted.ts",
      text: "const a = /^(a|a)*$/; const b: RegExp = new RegExp(a.source); const c = /[a-z]{1,9}[+]/u;",
    });
    expect(planted.built).toEqual(["planted.ts"]);
    expect(planted.literals).toHaveLength(2);
    expect(await regexFaults(planted.literals, { "/gone/": "" })).toEqual([
      "planted.ts: /^(a|a)*$/ is vulnerable",
      "/gone/ is explained and not there",
    ]);
  });
});
