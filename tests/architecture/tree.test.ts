import { describe, expect, it } from "vitest";
import { readFile, repositoryPaths } from "./source.ts";

/** Paths in the first fenced block named `tree`; folders end with a slash, two spaces of indent a level. */
function listedPaths(page: string): string[] {
  const block = /```text tree\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
  const parents: string[] = [];
  return block.split("\n").flatMap((line) => {
    const match = /^( *)([^\s#]\S*)/.exec(line);
    if (!match) return [];
    const depth = (match[1] ?? "").length / 2;
    const name = match[2] ?? "";
    parents.splice(depth, Infinity, name);
    return [parents.join("")];
  });
}

/** Top-level folders and every folder under src. */
function foldersOf(paths: readonly string[]): string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    const pieces = path.split("/").slice(0, -1);
    const depth = pieces[0] === "src" ? pieces.length : Math.min(1, pieces.length);
    for (let length = 1; length <= depth; length += 1) folders.add(`${pieces.slice(0, length).join("/")}/`);
  }
  return [...folders].toSorted();
}

function treeFaults(page: string, paths: readonly string[]): string[] {
  const listed = listedPaths(page);
  const isThere = (name: string): boolean =>
    name.endsWith("/") ? paths.some((path) => path.startsWith(name)) : paths.includes(name);
  return [
    ...foldersOf(paths)
      .filter((folder) => !listed.includes(folder))
      .map((folder) => `${folder} is not in the page`),
    ...listed.filter((name) => !isThere(name)).map((name) => `${name} is in the page and not in the tree`),
    ...listed.filter((name, index) => listed.indexOf(name) !== index).map((name) => `${name} is in the page twice`),
  ];
}

const FIXTURE = "# A page\n\n```text tree\nsrc/        code\n  core/     words\n    text.ts\n  ui/\ndocs/\n```\n";
const FIXTURE_PATHS = ["src/core/text.ts", "src/ui/a.css", "docs/decisions/0001-a.md", "package.json"];

describe("docs/architecture.md", () => {
  it("lists the tree as it stands", () => {
    expect(treeFaults(readFile("docs/architecture.md").text, repositoryPaths())).toEqual([]);
  });

  it("planted: the fixture passes, a folder that the page lacks is caught", () => {
    expect(treeFaults(FIXTURE, FIXTURE_PATHS)).toEqual([]);
    expect(treeFaults(FIXTURE, [...FIXTURE_PATHS, "src/ui/deep/b.css", "bench/run.ts"])).toEqual([
      "bench/ is not in the page",
      "src/ui/deep/ is not in the page",
    ]);
  });

  it("planted: a listed path that is gone is caught", () => {
    expect(
      treeFaults(
        FIXTURE,
        FIXTURE_PATHS.filter((path) => path !== "src/ui/a.css"),
      ),
    ).toEqual(["src/ui/ is in the page and not in the tree"]);
    expect(treeFaults(FIXTURE, ["src/core/other.ts", ...FIXTURE_PATHS.slice(1)])).toEqual([
      "src/core/text.ts is in the page and not in the tree",
    ]);
    expect(treeFaults("no tree here", ["src/a.ts"])).toEqual(["src/ is not in the page"]);
  });
});
