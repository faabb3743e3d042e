import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { WIDE, type Wide } from "#tests/wide.mjs";

/** A text file of the repository; `path` from its root, with forward slashes. */
export type SourceFile = { path: string; text: string };

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Folders and files that git ignores. This list serves a copy of the tree without git. */
const MADE = new Set([
  ".git",
  "node_modules",
  "build",
  ".react-router",
  "data",
  "test-results",
  "playwright-report",
  "public/logos",
  ".env",
]);

function walk(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (MADE.has(path)) return [];
    if (entry.isDirectory()) return walk(path);
    return entry.isFile() ? [path] : [];
  });
}

/**
 * The files that git knows, including uncommitted ones. Undefined for a copy without git, or one that git does not
 * trust.
 */
function listedByGit(): string[] | undefined {
  const run = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 50_000_000,
  });
  if (run.status !== 0) return undefined;
  return run.stdout.split("\0").filter((path) => path !== "" && existsSync(join(ROOT, path)));
}

let paths: readonly string[] | undefined;

/** Every file of the repository; none that is made from others. */
export function repositoryPaths(): readonly string[] {
  paths ??= listedByGit() ?? walk("");
  return paths;
}

/** Texts by path. Most files are read by several tests of the same thread. */
const texts = new Map<string, string>();

export function readFile(path: string): SourceFile {
  const text = texts.get(path) ?? readFileSync(join(ROOT, path), "utf8");
  texts.set(path, text);
  return { path, text };
}

const TEXT =
  /\.(?:ts|tsx|mjs|css|json|md|sql|html|svg|txt|webmanifest|yml|yaml)$|(?:^|\/)(?:\.[a-z]+|LICENSE|run)$|\.env\.example$/;

export function isText(path: string): boolean {
  return TEXT.test(path) && statSync(join(ROOT, path)).isFile();
}

/** The text files whose path the pattern matches. */
export function readFiles(pattern: RegExp): SourceFile[] {
  return repositoryPaths()
    .filter((path) => pattern.test(path) && isText(path))
    .map(readFile);
}

export function isTest(path: string): boolean {
  return /\.test\.(?:ts|tsx|mjs)$/.test(path);
}

const STRING_OR_COMMENT = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;

/** Texts without comments, by text: several rules ask for the same. */
const bare = new Map<string, string>();

/**
 * Removes comments, so that text about a rule does not break the rule. Strings such as "/api/*" stay, and lines keep
 * their numbers.
 */
export function withoutComments(text: string): string {
  const known = bare.get(text);
  if (known !== undefined) return known;
  const found = text.replace(STRING_OR_COMMENT, (one) => (/^\/[/*]/.test(one) ? one.replace(/[^\n]/g, " ") : one));
  bare.set(text, found);
  return found;
}

export function lineOf(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}

const { imports } = JSON.parse(readFile("package.json").text) as { imports: Record<string, string> };
const ALIASES = Object.entries(imports).map(([from, to]) => [from.replace("*", ""), to.slice(2).replace("*", "")]);

/** The path of the file that `from` imports as `imported`. */
export function importedPath(from: string, imported: string): string {
  if (imported.startsWith(".")) return posix.join(posix.dirname(from), imported);
  const [alias = "", folder = ""] = ALIASES.find(([start = ""]) => imported.startsWith(start)) ?? [];
  return folder + imported.slice(alias.length);
}

/**
 * Does only `npm test -- all` run the test of a file with this title, by itself or with its group? If a case of it stays,
 * the usual run has it.
 */
export function isWide(path: string, text: string, title: string, wide: readonly Wide[] = WIDE): boolean {
  const at = Math.max(text.indexOf(`"${title}",`), text.indexOf(`\`${title}\`,`));
  return wide
    .filter(({ file }) => file === path)
    .flatMap(({ tests }) => tests.filter((test) => typeof test === "string"))
    .some((entry) => entry === title || isInside(text, entry, at));
}

/** Is this place in the group with this title? */
function isInside(text: string, group: string, at: number): boolean {
  const [, indent = ""] = new RegExp(`^( *)\\S*describe.*?"${RegExp.escape(group)}",`, "m").exec(text) ?? [];
  const start = text.indexOf(`"${group}",`);
  if (start === -1 || !/describe\S*\(\s*$/.test(text.slice(0, start))) return false;
  const end = text.indexOf(`\n${indent}});`, start);
  return at > start && at < end;
}
