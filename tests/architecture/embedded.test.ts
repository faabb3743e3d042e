import { describe, expect, it } from "vitest";
import { lineOf, readFiles, type SourceFile } from "./source.ts";

/** The embedded PostgreSQL is used through one file, so the files behind it can change without effect on others. */
const PUBLIC_FILE = "embedded.ts";
const FOLDER = /^src\/db\/embedded\//;
/** They kill servers and hold locks on purpose, to see what happens. */
const TEST_HELPERS = /^tests\/(?:failover\/cluster|helpers\/(?:cluster|embedded|pgbouncer|postgres))\.ts$/;
const IMPORT = /(?:from|import)\s*\(?\s*["'](?:#db|\.{1,2}(?:\/[^"']*)?)\/embedded\/([^"']+)["']/g;

function otherImports(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => !FOLDER.test(path) && !TEST_HELPERS.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(IMPORT)]
        .filter(([, file]) => file !== PUBLIC_FILE)
        .map((match) => `${path}:${lineOf(text, match.index)} imports ${match[1]}`),
    );
}

const sources = readFiles(/^(?:src|scripts|bench|tests)\/.*\.(?:ts|tsx|mjs)$/).filter(
  ({ path }) => path !== "tests/architecture/embedded.test.ts",
);

describe("the embedded PostgreSQL", () => {
  it("is imported through its one file alone", () => {
    expect(otherImports(sources)).toEqual([]);
    expect(sources.filter(({ text }) => /\/embedded\/embedded\.ts["']/.test(text)).length).toBeGreaterThan(3);
  });

  it("knows nothing of the application: it imports its own files, Node and packages", () => {
    const inside = sources.filter(({ path }) => FOLDER.test(path) && !path.endsWith(".test.ts"));
    expect(inside.length).toBeGreaterThan(5);
    expect(inside.filter(({ text }) => /from "#/.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it.each([
    ["src/main.server.ts", 'import { stopServer } from "./db/embedded/server.ts";'],
    ["src/server/command.ts", 'import { tryOwnerLock } from "#db/embedded/lock.ts";'],
    ["src/features/site/api.server.ts", 'const { kill } = await import("#db/embedded/process.ts");'],
  ])("planted: another way in is caught in %s", (path, text) => {
    expect(otherImports([{ path, text }])).toHaveLength(1);
  });

  it.each([
    ["src/main.server.ts", 'import { openEmbedded } from "./db/embedded/embedded.ts";'],
    ["src/db/embedded/owner.ts", 'import { kill } from "./process.ts";'],
  ])("planted: that file itself passes in %s", (path, text) => {
    expect(otherImports([{ path, text }])).toEqual([]);
  });
});
