import { describe, expect, it } from "vitest";
import { importedPath, isTest, readFiles, type SourceFile, withoutComments } from "./source.ts";

/** An export says that other files use a name. One that no file uses makes readers look for its users in vain. */

/** Names that a framework or the build uses, by their file. */
const USED_BY_FRAMEWORKS: readonly [file: RegExp, names: RegExp][] = [
  // React Router
  [
    /^src\/(?:root|features\/.*page)\.tsx$/,
    /^(?:loader|meta|links|headers|middleware|shouldRevalidate|Layout|ErrorBoundary)$/,
  ],
  [/^src\/entry\.server\.tsx$/, /./],
  // Vitest's globalSetup
  [/^tests\/helpers\/(?:postgres|answers-seen)\.ts$/, /^(?:setup|teardown)$/],
  // MENDED in vite.config.ts
  [/^src\/ui\/connection\.ts$/, /^(?:importPage|importPart)$/],
];

const DECLARATION =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|type|interface|enum) ([\w$]+)/gm;
const LIST = /^export (?:type )?\{([^}]*)\}/gm;
const IMPORT = /\b(?:import|export)\s+(?:type\s+)?([^;"'()]*?)\s*from\s*["']([^"']+)["']/g;
const WHOLE_IMPORT = /\bimport\(\s*(?:\/\*.*?\*\/\s*)?["'`]([^"'`]+)["'`]/g;

/** An interface that another file adds to, in a module named by an alias. */
const ADDED_TO = /^declare module "([^"]+)" \{\s*interface (\w+)/gm;

/** "type A, b as c" as [["A", "A"], ["b", "c"]]. */
function namesOf(list: string): [name: string, alias: string][] {
  return list.split(",").flatMap((item) => {
    const [name, alias = name] = item
      .trim()
      .replace(/^type\s+/, "")
      .split(/\s+as\s+/);
    return name === undefined || name === "" || alias === undefined ? [] : [[name, alias]];
  });
}

function exportsOf(text: string): string[] {
  return [
    ...[...text.matchAll(DECLARATION)].map(([, name = ""]) => name),
    ...[...text.matchAll(LIST)].flatMap(([, list = ""]) => namesOf(list).map(([, alias]) => alias)),
  ];
}

/** Exports that no other file imports. A file that imports a whole module uses the names that it contains. */
function unusedExports(given: readonly SourceFile[]): string[] {
  const files = given.map(({ path, text }) => ({ path, text: withoutComments(text) }));
  const used = new Map<string, Set<string>>();
  const users = new Map<string, string[]>();
  for (const { path, text } of files) {
    const use = (module: string, name: string): unknown => used.set(module, (used.get(module) ?? new Set()).add(name));
    for (const [, from = "", name = ""] of text.matchAll(ADDED_TO)) use(importedPath(path, from), name);
    for (const [, names = "", from = ""] of text.matchAll(IMPORT)) {
      const module = importedPath(path, from);
      for (const [name] of namesOf(/\{([^}]*)\}/.exec(names)?.[1] ?? "")) use(module, name);
      if (names.includes("*")) users.set(module, [...(users.get(module) ?? []), text]);
    }
    for (const [, from = ""] of text.matchAll(WHOLE_IMPORT)) {
      const module = importedPath(path, from);
      users.set(module, [...(users.get(module) ?? []), text]);
    }
  }
  const offering = files.filter(({ path }) => !isTest(path));
  return offering.flatMap(({ path, text }) =>
    exportsOf(text)
      .filter((name) => !used.get(path)?.has(name))
      .filter((name) => !users.get(path)?.some((user) => new RegExp(`\\b${name}\\b`).test(user)))
      .filter((name) => !USED_BY_FRAMEWORKS.some(([file, names]) => file.test(path) && names.test(name)))
      .map((name) => `${path}: ${name}`),
  );
}

describe("exports", () => {
  it("are used by another file", () => {
    const files = readFiles(/^(?:src|scripts|bench|tests)\/.*\.(?:tsx?|mjs)$/);
    expect(files.flatMap(({ text }) => exportsOf(text)).length).toBeGreaterThan(3_000);
    expect(unusedExports(files)).toEqual([]);
  });

  const A = "src/core/a.ts";
  const USER = "src/core/b.ts";
  const unused = (text: string, user: string): string[] =>
    unusedExports([
      { path: A, text },
      { path: USER, text: user },
    ]);

  it.each([
    ["export const one = 1;", "one();"],
    ["export const one = 1;", '// import { one } from "./a.ts";'],
    ["export const one = 1;", 'import { one } from "./c.ts";'],
    ["export async function one() {}", 'import type { other } from "./a.ts";'],
    ["export type one = 1;", 'import { other as one } from "./a.ts";'],
    ["const two = 1;\nexport { two as one };", 'import { two } from "./a.ts";'],
    ["export const one = 1;", 'await import("./a.ts");'],
  ])("planted: %j that %j does not use is found", (text, user) => {
    expect(unused(text, user)).toEqual([`${A}: one`]);
  });

  it.each([
    ["export const one = 1;", 'import { type other, one } from "./a.ts";'],
    ["export const one = 1;", 'import {\n  one as other,\n} from "#core/a.ts";'],
    ["export const one = 1;", 'export { one } from "./a.ts";'],
    ["export const one = 1;", 'const { one } = await import("./a.ts");'],
    ["export const one = 1;", 'import * as all from "./a.ts";\nall.one();'],
    ["export interface one {}", 'declare module "#core/a.ts" {\n  interface one {\n    two: 2;\n  }\n}'],
    ["const one = 1;", ""],
  ])("planted: %j that %j uses passes", (text, user) => {
    expect(unused(text, user).filter((found) => found.startsWith(A))).toEqual([]);
  });
});
