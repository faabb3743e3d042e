import { describe, expect, it } from "vitest";
import { isTest, lineOf, readFile, readFiles, type SourceFile, withoutComments } from "./source.ts";

const MAX_LINES = 300;
/** Lists, not ideas. */
const DATA = new Set(["src/features/title/titles.ts"]);

function tooLong(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => !DATA.has(path) && !isTest(path))
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split("\n").length }))
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ path, lines }) => `${path} has ${lines} lines`);
}

function find(files: readonly SourceFile[], pattern: RegExp, what: string): string[] {
  return files.flatMap(({ path, text: raw }) => {
    const text = withoutComments(raw);
    return [...text.matchAll(pattern)].map((match) => `${path}:${lineOf(text, match.index)} ${what}`);
  });
}

const upwardImports = (files: readonly SourceFile[]): string[] =>
  find(files, /\b(?:from|import)\s*\(?\s*["'](?:\.\/)*\.\.\/[^"']*["']/g, "leaves its folder by ../");

/**
 * Inline styles that never reach server-rendered HTML: the policy of our pages
 * allows none. Each with its reason.
 */
const STYLED: Readonly<Record<string, string>> = {
  "src/ui/combobox.tsx": "width of the open list, set on an element that only the browser makes",
};

const inlineStyles = (files: readonly SourceFile[]): string[] =>
  find(
    files.filter(({ path }) => !(path in STYLED)),
    /\sstyle=/g,
    "has an inline style",
  );

/** HTML that React itself wrote on the server, where it escaped what people typed. */
const DRAWN: Readonly<Record<string, string>> = {
  "src/features/drawing/parts/drawn-part.tsx": "the place of what a loader drew",
  "src/features/person-card/parts/draw-cards.tsx": "cards that were drawn before, in their list",
};

const rawHtml = (files: readonly SourceFile[]): string[] =>
  find(
    files.filter(({ path }) => !(path in DRAWN)),
    /dangerouslySetInnerHTML|\.innerHTML\s*=/g,
    "sets HTML from text",
  );

/** Bricks that any site could use know no word of ours: such a part belongs to a slice. */
const domainWords = (files: readonly SourceFile[]): string[] =>
  find(
    files.filter(({ path }) => path.startsWith("src/ui/") && !isTest(path)),
    /\w*(?:compan(?:y|ies)|employer|school|pipeline|profile|career|suggestion|newsletter)\w*/gi,
    "names a thing of the domain",
  );

/** Rules and reads get the day and chance from their caller. */
const TIMELESS =
  /^src\/features\/[a-z-]+\/(?:(?:rules|schema|check|classify|draft|kind|titles|words|[a-z-]*read\.server)|pure\/[a-z-]+)\.ts$/;

const clockOrChance = (files: readonly SourceFile[]): string[] =>
  find(
    files.filter(({ path }) => TIMELESS.test(path)),
    /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)|\bMath\.random\b|\bperformance\.now\b|\brandom(?:Bytes|UUID|Int)\b|\bgetRandomValues\b|\bTemporal\.Now\b|\b(?:now\(\)|current_date|current_timestamp|clock_timestamp\(\)|random\(\))(?=[^`]*`)/g,
    "reads the clock or throws dice",
  );

type Package = {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

/** Packages that no record under docs/decisions names in backticks. */
function undecided(manifest: Package, records: readonly SourceFile[]): string[] {
  const text = records.map((record) => record.text).join("\n");
  const names = [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies].flatMap((list) =>
    Object.keys(list ?? {}),
  );
  return names.filter((name) => !text.includes(`\`${name}\``));
}

const isPackage = (value: unknown): value is Package => typeof value === "object" && value !== null;

function manifestOf(): Package {
  const value: unknown = JSON.parse(readFile("package.json").text);
  if (!isPackage(value)) throw new Error("package.json is not an object");
  return value;
}

const source = readFiles(/^src\/.*\.(?:ts|tsx|css)$/);
const code = readFiles(/^(?:src|tests|scripts|bench|catalogue)\/.*\.(?:ts|tsx|mjs)$/).filter(
  ({ path }) => !path.startsWith("tests/architecture/"),
);
const views = source.filter(({ path }) => path.endsWith(".tsx"));

describe("sizes and habits", () => {
  it("no file under src is longer than 300 lines", () => {
    expect(source.length).toBeGreaterThan(100);
    expect(tooLong(source)).toEqual([]);
  });

  it("no import leaves its folder by ../", () => {
    expect(upwardImports(code)).toEqual([]);
  });

  it("no view has an inline style or HTML from text, but for those with a reason", () => {
    expect(inlineStyles(views)).toEqual([]);
    expect(rawHtml(views)).toEqual([]);
    const unused = Object.keys(STYLED).filter(
      (path) => !views.some((file) => file.path === path && /\sstyle=/.test(file.text)),
    );
    expect(unused).toEqual([]);
    const undrawn = Object.keys(DRAWN).filter(
      (path) => !views.some((file) => file.path === path && file.text.includes("dangerouslySetInnerHTML")),
    );
    expect(undrawn).toEqual([]);
  });

  it("no brick of src/ui knows a word of the domain", () => {
    expect(source.filter(({ path }) => path.startsWith("src/ui/")).length).toBeGreaterThan(50);
    expect(domainWords(source)).toEqual([]);
  });

  it("no rule and no read asks the clock or chance", () => {
    expect(source.filter(({ path }) => TIMELESS.test(path)).length).toBeGreaterThan(15);
    expect(clockOrChance(source)).toEqual([]);
  });

  it("every package has a record that names it", () => {
    expect(undecided(manifestOf(), readFiles(/^docs\/decisions\/.*\.md$/))).toEqual([]);
  });
});

describe("planted", () => {
  const lines = (count: number): string => "const a = 1;\n".repeat(count);

  it("a long file is caught, a data file and a test are not", () => {
    expect(tooLong([{ path: "src/a.ts", text: lines(301) }])).toEqual(["src/a.ts has 301 lines"]);
    expect(tooLong([{ path: "src/a.ts", text: lines(300) }])).toEqual([]);
    expect(
      tooLong([
        { path: "src/features/title/titles.ts", text: lines(400) },
        { path: "src/a.test.ts", text: lines(400) },
      ]),
    ).toEqual([]);
  });

  it.each([
    'import { a } from "../a.ts";',
    'export * from "./../a.ts";',
    'const a = await import("../a.ts");',
    'import "../a.css";',
  ])("%s is caught", (text) => {
    expect(upwardImports([{ path: "src/b.ts", text }])).toEqual(["src/b.ts:1 leaves its folder by ../"]);
  });

  it("an import of the same folder or by alias passes, and so does a path that is data", () => {
    const text =
      'import { a } from "./a.ts";\nimport { b } from "#core/b.ts";\nconst url = new URL("../build", import.meta.url); // from "../x"';
    expect(upwardImports([{ path: "src/b.ts", text }])).toEqual([]);
  });

  it("a brick with a word of the domain is caught, in a comment and in a slice it passes", () => {
    const text = "// a company\nexport function CompanyCard() {}\n.school-name {}";
    expect(domainWords([{ path: "src/ui/a.tsx", text }])).toEqual([
      "src/ui/a.tsx:2 names a thing of the domain",
      "src/ui/a.tsx:3 names a thing of the domain",
    ]);
    expect(domainWords([{ path: "src/features/company/parts/a.tsx", text }])).toEqual([]);
  });

  it("an inline style and raw HTML are caught outside the list", () => {
    const text = '\n<p style={{ color: "red" }} dangerouslySetInnerHTML={{ __html: a }} />';
    expect(inlineStyles([{ path: "src/ui/a.tsx", text }])).toEqual(["src/ui/a.tsx:2 has an inline style"]);
    expect(rawHtml([{ path: "src/ui/a.tsx", text }])).toEqual(["src/ui/a.tsx:2 sets HTML from text"]);
    expect(inlineStyles([{ path: "src/ui/combobox.tsx", text }])).toEqual([]);
  });

  it.each([
    "const a = Date.now();",
    "const a = new Date();",
    "const a = Math.random();",
    "sql`select now()`",
    "sql`where x < current_date`",
  ])("%s is caught in a rule or read", (text) => {
    expect(clockOrChance([{ path: "src/features/a/read.server.ts", text }])).toHaveLength(1);
    expect(clockOrChance([{ path: "src/features/a/rules.ts", text }])).toHaveLength(1);
    expect(clockOrChance([{ path: "src/features/a/pure/dates.ts", text }])).toHaveLength(1);
    expect(clockOrChance([{ path: "src/start.server.ts", text }])).toEqual([]);
    expect(
      clockOrChance([{ path: "src/features/a/rules.ts", text: "const a = new Date(input.now); // Date.now()" }]),
    ).toEqual([]);
  });

  it("a package without a record is caught", () => {
    const record = { path: "docs/decisions/0001-a.md", text: "We take `kysely` and @types/pg." };
    expect(undecided({ dependencies: { kysely: "1" }, devDependencies: { "@types/pg": "1" } }, [record])).toEqual([
      "@types/pg",
    ]);
  });
});
