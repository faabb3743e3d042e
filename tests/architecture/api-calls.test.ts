import { describe, expect, it } from "vitest";
import { lineOf, readFile, readFiles, type SourceFile, withoutComments } from "./source.ts";

/** Pages call the API by the names of its routes: what an answer holds is read from the route, and never written down. */
const WRITTEN: readonly (readonly [what: RegExp, why: string])[] = [
  [/\b(?:request|callFresh)<(?!Name\b|")/g, "a written type of an answer"],
  [/\bfetch\(\s*[`"']\/api\//g, "a call beside the client"],
];

/** Files that may use fetch, each with the reason. */
const FETCH: Readonly<Record<string, string>> = {
  "src/features/site/parts/header.tsx": "logging out: it stands on every page, and what is answered changes nothing",
};

function faults(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    WRITTEN.flatMap(([what, why]) =>
      path in FETCH && why.includes("beside")
        ? []
        : [...withoutComments(text).matchAll(what)].map(({ index }) => `${path}:${lineOf(text, index)}: ${why}`),
    ),
  );
}

/** The lines of a file that reach the browser: everything except types. */
function valuesOf(text: string): string[] {
  const types = /^(?:import|export) type\b|^declare module\b/;
  return withoutComments(text)
    .split("\n")
    .filter((line) => /^\w/.test(line) && !types.test(line) && !/^type\b/.test(line));
}

describe("calls of the API", () => {
  it("take their types from the routes", () => {
    const files = readFiles(/^src\/.*\.tsx?$/);
    expect(files.length).toBeGreaterThan(300);
    expect(faults(files)).toEqual([]);
  });

  it.each([
    ["api.request<Person>(call, { path })", "a written type of an answer"],
    ['await callFresh<{ message: string }>("POST /api/x")', "a written type of an answer"],
    ["await fetch(`/api/jump/${text}`)", "a call beside the client"],
  ])("%s is found", (text, why) => {
    expect(faults([{ path: "src/planted.ts", text }])).toEqual([`src/planted.ts:1: ${why}`]);
  });

  it("bring nothing of the server to the browser", () => {
    expect(valuesOf(readFile("src/api-calls.ts").text)).toEqual([]);
    expect(valuesOf('import type { A } from "a";\nimport { sliceApis } from "./api.server.ts";\n')).toHaveLength(1);
  });
});
