import { describe, expect, it } from "vitest";
import { importedPath, isTest, readFiles, type SourceFile, withoutComments } from "./source.ts";

/**
 * Slices import one another in one direction only: somebody who reads a slice has to know those below it, not all. Lint
 * finds only circles of files (`import/no-cycle`), and two slices can need each other without one.
 */

/** Runtime imports and re-exports. The group is the list of names, or undefined; then the path. */
const STATIC = /^(?:import|export)\s+(?!type\b)(?:([^"';=]*?)\s*from\s*)?"([^"]+)"/gm;
const DYNAMIC = /\bimport\(\s*"([^"]+)"/g;
/** `{ type A, type B }`: erased before the code runs. */
const ONLY_TYPES = /^\{(?:\s*type\s[^,}]+,?)+\s*\}$/;

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** The files that each file imports at run time. */
function importsOf(files: readonly SourceFile[]): Graph {
  const known = new Set(files.map(({ path }) => path));
  return new Map(
    files.map((file) => {
      const text = withoutComments(file.text);
      const fixed = [...text.matchAll(STATIC)].flatMap(([, names = "", path = ""]) =>
        ONLY_TYPES.test(names) ? [] : [path],
      );
      const late = [...text.matchAll(DYNAMIC)].map(([, path = ""]) => path);
      const paths = [...fixed, ...late].map((path) => importedPath(file.path, path));
      return [file.path, new Set(paths.filter((path) => known.has(path)))];
    }),
  );
}

/** Everything that can be reached from here, this included. */
function reach(graph: Graph, from: string): ReadonlySet<string> {
  const reached = new Set([from]);
  // A set that grows while it is walked is walked to its new end.
  for (const at of reached) for (const next of graph.get(at) ?? []) reached.add(next);
  return reached;
}

const sliceOf = (path: string): string | undefined => /^src\/features\/([^/]+)\//.exec(path)?.[1];

function slicesOf(files: Graph): Graph {
  const slices = new Map<string, Set<string>>();
  for (const [path, imported] of files) {
    const slice = sliceOf(path);
    if (slice === undefined) continue;
    const others = slices.get(slice) ?? new Set();
    slices.set(slice, others);
    for (const other of [...imported].map(sliceOf)) if (other !== undefined && other !== slice) others.add(other);
  }
  return slices;
}

/** Slices that reach themselves through others. */
function circular(files: Graph): string[] {
  const slices = slicesOf(files);
  return [...slices].flatMap(([slice, others]) =>
    [...others].some((other) => reach(slices, other).has(slice)) ? [slice] : [],
  );
}

const FILES = importsOf(readFiles(/^src\/.*\.tsx?$/).filter(({ path }) => !isTest(path)));

/** The largest number of files that somebody may have to read to understand one action of a person. */
const BOUNDS = [
  ["signs up", "src/features/account/sign-up-write.server.ts", 30],
  ["reads a company's page", "src/features/company/read.server.ts", 30],
  ["saves a profile", "src/features/profile/write.server.ts", 25],
] as const;

describe("slices", () => {
  it("import one another without a circle", () => {
    expect(slicesOf(FILES).size).toBeGreaterThan(40);
    expect(circular(FILES)).toEqual([]);
  });

  it.each(BOUNDS)("the code that %s reaches few files (%s)", (_action, path, most) => {
    const reached = [...reach(FILES, path)];
    // The count would be 1 if imports were not understood.
    expect(reached.length).toBeGreaterThan(most / 2);
    expect(reached.length, reached.join("\n")).toBeLessThanOrEqual(most);
  });

  const A = "src/features/aa/read.server.ts";
  const B = "src/features/bb/read.server.ts";
  const plantedFiles = (one: string, other: string): Graph =>
    importsOf([
      { path: A, text: one },
      { path: B, text: "export const b = 1;" },
      { path: "src/features/bb/rules.ts", text: other },
      { path: "src/features/aa/rules.ts", text: "export const a = 1;" },
    ]);
  const HERE = 'import { b } from "#features/bb/read.server.ts";';

  it.each([
    [HERE, 'import { a } from "#features/aa/rules.ts";'],
    [HERE, 'import {\n  type A,\n  a,\n} from "#features/aa/rules.ts";'],
    [HERE, 'export { a } from "../aa/rules.ts";'],
    ['await import("#features/bb/read.server.ts");', 'import "#features/aa/rules.ts";'],
  ])("planted: a circle of slices without one of files is found (%s %s)", (one, other) => {
    expect(circular(plantedFiles(one, other))).toEqual(["aa", "bb"]);
  });

  it.each([
    [HERE, 'import type { A } from "#features/aa/rules.ts";'],
    [HERE, 'import { type A } from "#features/aa/rules.ts";'],
    [HERE, '// import { a } from "#features/aa/rules.ts";'],
    [HERE, 'import { b } from "./read.server.ts";'],
  ])("planted: no circle (%s %s)", (one, other) => {
    expect(circular(plantedFiles(one, other))).toEqual([]);
  });

  it("planted: a circle through three slices is found, and a slice outside of it is not", () => {
    const to = (slice: string): string => `import { x } from "#features/${slice}/rules.ts";`;
    const files = Object.entries({ aa: "bb", bb: "cc", cc: "aa", dd: "aa" });
    const planted = files.map(([slice, other]) => ({ path: `src/features/${slice}/rules.ts`, text: to(other) }));
    expect(circular(importsOf(planted))).toEqual(["aa", "bb", "cc"]);
  });

  it("counts what a file reaches through others, and itself", () => {
    expect([...reach(plantedFiles(HERE, ""), A)]).toEqual([A, B]);
  });
});
