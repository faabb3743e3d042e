import { existsSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";
import { lineOf, readFile, readFiles, repositoryPaths, ROOT, type SourceFile, withoutComments } from "./source.ts";

/** Links to files and headings of the repository that lead nowhere. */
function brokenLinks(pages: readonly SourceFile[], isThere: (path: string) => boolean): string[] {
  return pages.flatMap(({ path, text }) => {
    const prose = text.replace(/```[\s\S]*?```/g, "").replace(/`[^`\n]*`/g, "");
    return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = ""]) => {
      if (/^(?:https?:|mailto:)/.test(link)) return [];
      const [file = "", anchor] = link.split("#");
      const target = file === "" ? path : normalize(join(dirname(path), file));
      if (!isThere(target.replace(/\/$/, ""))) return [`${path}: ${link}`];
      const page = pages.find((other) => other.path === target);
      return anchor !== undefined && page && !anchorsOf(page.text).includes(anchor) ? [`${path}: ${link}`] : [];
    });
  });
}

function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, "")
      .trim()
      .replace(/\s/g, "-"),
  );
}

/** Lines of prose in docs have fewer characters. Tables and code blocks may be wider. */
const TOO_LONG = 120;
/** The most lines of a paragraph or of an item of a list. */
const MAX_PARAGRAPH = 5;

/** Lines of prose that are too long to read in two columns or in a diff. */
function longLines(pages: readonly SourceFile[]): string[] {
  return pages.flatMap(({ path, text }) => {
    let isCode = false;
    return text.split("\n").flatMap((line, index) => {
      if (line.trimStart().startsWith("```")) isCode = !isCode;
      const isExempt = isCode || line.startsWith("|");
      return isExempt || line.length < TOO_LONG ? [] : [`${path}:${index + 1} has ${line.length} characters`];
    });
  });
}

/** Paragraphs, and items of lists, that nobody reads to the end. */
function longParagraphs(pages: readonly SourceFile[]): string[] {
  return pages.flatMap(({ path, text }) => {
    const faults: string[] = [];
    let isCode = false;
    let begin = 0;
    let length = 0;
    const end = (): void => {
      if (length > MAX_PARAGRAPH) faults.push(`${path}:${begin} has ${length} lines`);
      length = 0;
    };
    for (const [index, line] of text.split("\n").entries()) {
      const isFence = line.trimStart().startsWith("```");
      if (isFence) isCode = !isCode;
      const isOther = isFence || isCode || /^\s*(?:$|[|#<]|!\[)/.test(line);
      if (isOther || /^\s*(?:[-*]|\d+\.) /.test(line)) end();
      if (isOther) continue;
      if (length === 0) begin = index + 1;
      length += 1;
    }
    end();
    return faults;
  });
}

/** Names of the settings that the one reader of the environment knows. */
function settingsOf(config: string): string[] {
  const body = /const settings = z\.object\(\{([\s\S]*?)\n\}\);/.exec(config)?.[1] ?? "";
  return [...body.matchAll(/^ {2}([A-Z0-9_]+):/gm)].map((match) => match[1] ?? "");
}

/** The defaults that the source says as a text or a number, by the setting's name. */
function defaultsOf(config: string): [name: string, value: string][] {
  const body = /const settings = z\.object\(\{([\s\S]*?)\n\}\);/.exec(config)?.[1] ?? "";
  return body.split(/^ {2}(?=[A-Z0-9_]+:)/m).flatMap((entry) => {
    const name = /^[A-Z0-9_]+/.exec(entry)?.[0];
    const value = /\binteger\(([\d_]+),/.exec(entry)?.[1] ?? /\.default\("([^"]+)"\)/.exec(entry)?.[1];
    return name === undefined || value === undefined ? [] : [[name, value.replaceAll("_", "")]];
  });
}

/** Finds settings whose row has another default than the program. "LinkedIn's" stands for those of its sign-in. */
function defaultFaults(config: string, readme: string): string[] {
  const rows = [...readme.matchAll(/^\| (`[A-Z][^|]*) \| ([^|]*) \|/gm)];
  return defaultsOf(config).flatMap(([name, value]) => {
    const stated = rows.find(([, names = ""]) => names.includes(`\`${name}\``))?.[2] ?? "";
    return stated.includes(`\`${value}\``) || stated.startsWith("LinkedIn's")
      ? []
      : [`README.md has another default of ${name} than ${value}`];
  });
}

/** Finds settings of the program that the page does not name, and settings that the page names but do not exist. */
function settingFaults(config: string, readme: string, example: string): string[] {
  const known = settingsOf(config);
  const section = /\n## Settings\n([\s\S]*?)\n## /.exec(readme)?.[1] ?? "";
  const rows = [...section.matchAll(/^\| (`[^|]+?) *\|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([A-Z0-9_]+)`/g)].map((match) => match[1] ?? ""),
  );
  const sample = [...example.matchAll(/^#?([A-Z0-9_]+)=/gm)].map((match) => match[1] ?? "");
  const isNamed = (name: string): boolean =>
    readme.includes(`\`${name}\``) || (name.startsWith("SSO_") && readme.includes("`SSO_…`"));
  return [
    ...known.filter((name) => !isNamed(name)).map((name) => `README.md lacks ${name}`),
    ...rows.filter((name) => !known.includes(name)).map((name) => `README.md names ${name}`),
    ...sample.filter((name) => !known.includes(name)).map((name) => `.env.example names ${name}`),
  ];
}

/** Scripts that the page lacks, and scripts whose file is missing. */
function scriptFaults(
  scripts: Readonly<Record<string, string>>,
  readme: string,
  isThere: (path: string) => boolean,
): string[] {
  const section = /\n## Scripts\n([\s\S]*?)\n## /.exec(readme)?.[1] ?? "";
  const named = new Set([...section.matchAll(/`([a-z]+(?::[a-z0-9]+)?)(?: [^`]*)?`/g)].map((match) => match[1] ?? ""));
  return Object.entries(scripts).flatMap(([name, command]) => {
    const file = /\bnode (\S+\.(?:ts|mjs))/.exec(command)?.[1];
    return [
      ...(named.has(name) ? [] : [`README.md lacks npm run ${name}`]),
      ...(file === undefined || isThere(file) ? [] : [`${name}: ${file} is not there`]),
    ];
  });
}

const NAMED_FILE = /(?<![\w/#@.*~$}-])(?:\w[\w.-]*\/)*\w[\w-]*(?:\.[\w-]+)*\.(?:tsx?|mjs|css|sql)(?!\w)/g;

/** Files that docs and comments name by their last folders or by name alone, and that are gone. */
function goneFiles(files: readonly SourceFile[], paths: readonly string[]): string[] {
  const ends = new Set(
    paths.flatMap((path) => path.split("/").map((_, n, pieces) => pieces.slice(pieces.length - 1 - n).join("/"))),
  );
  return files.flatMap(({ path, text }) => {
    // Only comments of code: in its strings, files may be invented.
    const code = path.endsWith(".md") ? undefined : withoutComments(text);
    return [...text.matchAll(NAMED_FILE)]
      .filter(({ 0: name, index }) => code?.charAt(index) !== name[0] && !ends.has(name))
      .map(({ 0: name, index }) => `${path}:${lineOf(text, index)} names ${name}`);
  });
}

function scriptsOf(manifest: string): Record<string, string> {
  const value: unknown = JSON.parse(manifest);
  if (typeof value !== "object" || value === null || !("scripts" in value)) return {};
  return Object.fromEntries(Object.entries(value.scripts ?? {}).map(([name, command]) => [name, String(command)]));
}

const pages = readFiles(/\.md$/);
const isThere = (path: string): boolean => existsSync(join(ROOT, path));
const readme = readFile("README.md").text;
const config = readFile("src/server/config.ts").text;
const example = readFile(".env.example").text;
const scripts = scriptsOf(readFile("package.json").text);

describe("the documentation", () => {
  it("has no link that leads nowhere", () => {
    expect(pages.length).toBeGreaterThan(20);
    expect(brokenLinks(pages, isThere)).toEqual([]);
  });

  it("names no file that is gone, and neither does a comment", () => {
    // The change log and its versions may name what was. A number of a migration that somebody will add is not known.
    const code = readFiles(/^(?:src|scripts|bench|tests\/(?!architecture\/)).*\.(?:tsx?|mjs|css)$/);
    const current = [...pages.filter(({ path }) => path !== "CHANGELOG.md"), ...code];
    const gone = goneFiles(current, repositoryPaths());
    expect(gone.filter((one) => !one.endsWith(" src/db/migrations/00NN-name.sql"))).toEqual([]);
  });

  it("has only lines of prose under 120 characters", () => {
    expect(longLines(pages)).toEqual([]);
  });

  it("has no paragraph over five lines", () => {
    expect(longParagraphs(pages)).toEqual([]);
  });

  it("names every setting and no other", () => {
    expect(settingsOf(config).length).toBeGreaterThan(15);
    expect(settingFaults(config, readme, example)).toEqual([]);
  });

  it("says the defaults of settings as the program has them", () => {
    expect(defaultsOf(config).length).toBeGreaterThan(15);
    expect(defaultFaults(config, readme)).toEqual([]);
  });

  it("names every script, and every script has its file", () => {
    expect(Object.keys(scripts).length).toBeGreaterThan(10);
    expect(scriptFaults(scripts, readme, isThere)).toEqual([]);
  });

  it("numbers each decision once", () => {
    const numbers = repositoryPaths().flatMap(
      (path) => /^docs\/decisions\/(\d{4})-[a-z0-9-]+\.md$/.exec(path)?.[1] ?? [],
    );
    const all = repositoryPaths().filter((path) => path.startsWith("docs/decisions/"));
    expect(numbers.length).toBe(all.length);
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});

describe("planted", () => {
  it("a long line is caught, in a table or a code block it is none", () => {
    const long = "word ".repeat(25);
    const text = ["short", long, `| ${long} |`, "```sh", long, "```", `- ${long}`].join("\n");
    expect(longLines([{ path: "docs/a.md", text }])).toEqual([
      "docs/a.md:2 has 125 characters",
      "docs/a.md:7 has 127 characters",
    ]);
    expect(longLines([{ path: "docs/a.md", text: "a".repeat(119) }])).toEqual([]);
    expect(longLines([{ path: "docs/a.md", text: "a".repeat(120) }])).toHaveLength(1);
  });

  it("a long paragraph and a long item of a list are caught, a table and a code block are none", () => {
    const six = "a line\n".repeat(6);
    const text = [
      six,
      `${"a line\n".repeat(4)}the fifth\n`,
      "| a |\n".repeat(6),
      "```",
      six,
      "```",
      "# Title",
      six,
    ].join("\n");
    expect(
      longParagraphs([{ path: "docs/a.md", text: `${text}- one\n- two\n${"  more\n".repeat(5)}- three` }]),
    ).toEqual(["docs/a.md:1 has 6 lines", "docs/a.md:31 has 6 lines", "docs/a.md:38 has 6 lines"]);
  });

  it("a broken link and a broken anchor are caught, code is none", () => {
    const page = {
      path: "docs/a.md",
      text: "# One, two\n[a](b.md) [c](#one-two) [d](#three) [e](https://x.example) `[f](g.md)`",
    };
    expect(brokenLinks([page], (path) => path === "docs/a.md")).toEqual(["docs/a.md: b.md", "docs/a.md: #three"]);
  });

  it("a file that is gone is caught in a page and in a comment, an invented one in a string is not", () => {
    const paths = ["src/ui/there.css", "docs/a.md"];
    const page = { path: "docs/a.md", text: "See `src/ui/there.css`, ui/there.css, there.css and ui/gone.css.\n" };
    const code = { path: "src/a.ts", text: '// as in gone.css\nopen("invented.css"); /* there.css */\n' };
    expect(goneFiles([page, code], paths)).toEqual(["docs/a.md:1 names ui/gone.css", "src/a.ts:1 names gone.css"]);
  });

  it("a setting without a line and a line without a setting are caught", () => {
    for (const name of ["PLANTED", "PLANTED_S3_URL"]) {
      const planted = config.replace(
        "const settings = z.object({\n",
        `const settings = z.object({\n  ${name}: text,\n`,
      );
      expect(settingFaults(planted, readme, example)).toEqual([`README.md lacks ${name}`]);
    }
    expect(
      settingFaults(config, readme.replace("## Settings\n", "## Settings\n\n| `PLANTED` | none | x |\n"), example),
    ).toEqual(["README.md names PLANTED"]);
    expect(settingFaults(config, readme, `${example}\n#PLANTED=1`)).toEqual([".env.example names PLANTED"]);
  });

  it("another default is caught, in a number and in a text", () => {
    expect(defaultFaults(config.replace("integer(14,", "integer(15,"), readme)).toEqual([
      "README.md has another default of BACKUP_KEEP than 15",
    ]);
    expect(defaultFaults(config.replace('.default("us-east-1")', '.default("planted")'), readme)).toEqual([
      "README.md has another default of PICTURES_S3_REGION than planted",
    ]);
  });

  it("a script without a line and one without a file are caught", () => {
    expect(scriptFaults({ planted: "vitest" }, readme, isThere)).toEqual(["README.md lacks npm run planted"]);
    expect(scriptFaults({ verify: "node scripts/planted.ts" }, readme, isThere)).toEqual([
      "verify: scripts/planted.ts is not there",
    ]);
  });
});
