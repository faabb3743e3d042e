import { describe, expect, it } from "vitest";
import { isText, lineOf, readFile, repositoryPaths, type SourceFile } from "./source.ts";

/** The patterns are built from pieces, so that this file does not contain the text that it looks for. */
const slash = "/";
const MACHINE_PATH = new RegExp(`(?<![\\w.~*-])${slash}(?:home|Users|root|work|mnt|workspace)${slash}[\\w.-]+`, "g");
const REGISTRY = new RegExp(
  `\\b(?:registry|npm)\\.[a-z0-9-]+\\.(?:org|com|net|io|dev|internal|local)\\b|(?:verda${"ccio"}|artif${"actory"}|npmm${"irror"})[a-z0-9.-]*`,
  "gi",
);
const RESOLVED = new RegExp(`"resol${"ved"}":\\s*"https?:`, "g");

function placeFaults(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    [
      [MACHINE_PATH, "a path of one machine"],
      [REGISTRY, "a registry's host"],
      [RESOLVED, "an address of a package"],
    ].flatMap(([pattern, what]) =>
      pattern instanceof RegExp
        ? [...text.matchAll(pattern)].map(
            (match) => `${path}:${lineOf(text, match.index)} holds ${String(what)}: ${match[0]}`,
          )
        : [],
    ),
  );
}

describe("words", () => {
  it("no file names a place of one machine or a package registry", () => {
    const files = repositoryPaths().filter(isText).map(readFile);
    expect(files.length).toBeGreaterThan(200);
    expect(placeFaults(files)).toEqual([]);
  });

  it.each([
    [`${slash}home${slash}somebody${slash}clone`, "a path of one machine"],
    [`cd ${slash}root${slash}clone`, "a path of one machine"],
    [`"${slash}work${slash}tree"`, "a path of one machine"],
    [`https://registry.${"npmjs"}.org/react`, "a registry's host"],
    [`http://my-verda${"ccio"}.example`, "a registry's host"],
    [`"resol${"ved"}": "https://host.example/a.tgz"`, "an address of a package"],
  ])("planted: %s is caught", (text, what) => {
    expect(placeFaults([{ path: "a.md", text }]).map((fault) => fault.includes(what))).toEqual([true]);
  });

  it.each([
    "features/home/page.tsx",
    "./work/it",
    "metrics.registry.metrics()",
    `a clone under ${slash}root`,
    "https://example.com/home/page",
  ])("planted: %s passes", (text) => {
    expect(placeFaults([{ path: "a.md", text }])).toEqual([]);
  });
});
