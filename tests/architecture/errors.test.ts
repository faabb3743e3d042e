import { describe, expect, it } from "vitest";
import { ERRORS } from "#core/errors.ts";
import { isTest, readFile, readFiles, type SourceFile, withoutComments } from "./source.ts";

type Row = { code: string; status: number; sentence: string };

/** The rows `| code | status | sentence | … |` of a page. */
function rowsOf(page: string): Row[] {
  return [...page.matchAll(/^\|\s*`([a-z-]+)`\s*\|\s*(\d{3})\s*\|\s*([^|]+?)\s*\|/gm)].map((match) => ({
    code: match[1] ?? "",
    status: Number(match[2]),
    sentence: match[3] ?? "",
  }));
}

type Catalogue = Readonly<Record<string, { status: number; sentence: string }>>;

/** Differences between the page and the list, in both directions. */
function pageFaults(errors: Catalogue, page: string): string[] {
  const rows = rowsOf(page);
  const missing = Object.entries(errors).flatMap(([code, { status, sentence }]) => {
    const row = rows.find((candidate) => candidate.code === code);
    if (!row) return [`${code} has no line`];
    return row.status === status && row.sentence === sentence ? [] : [`${code} is described otherwise`];
  });
  const unknown = rows.filter((row) => !(row.code in errors)).map((row) => `${row.code} is not a code`);
  const twice = rows
    .filter((row, index) => rows.findIndex((other) => other.code === row.code) !== index)
    .map((row) => `${row.code} has two lines`);
  return [...missing, ...unknown, ...twice];
}

/** Codes that no source names, and codes that sources throw and the list lacks. */
function useFaults(errors: Catalogue, files: readonly SourceFile[]): string[] {
  const texts = files.map(({ text }) => withoutComments(text));
  const unused = Object.keys(errors)
    .filter((code) => !texts.some((text) => text.includes(`"${code}"`)))
    .map((code) => `${code} is used nowhere`);
  const unknown = texts
    .flatMap((text) => [...text.matchAll(/new AppError\(\s*"([^"]*)"/g)].map((match) => match[1] ?? ""))
    .filter((code) => !(code in errors));
  return [...unused, ...unknown.map((code) => `${code} is thrown and not in the list`)];
}

/** Codes in the examples of other pages: `"code": "…"`. */
function exampleFaults(errors: Catalogue, pages: readonly SourceFile[]): string[] {
  return pages.flatMap(({ path, text }) =>
    [...text.matchAll(/"code":\s*"([a-z-]+)"/g)].flatMap((match) =>
      (match[1] ?? "") in errors ? [] : [`${path} names ${match[1]}`],
    ),
  );
}

const page = readFile("docs/errors.md").text;
const sources = readFiles(/^src\/.*\.tsx?$/).filter(({ path }) => path !== "src/core/errors.ts" && !isTest(path));

describe("errors", () => {
  it("have a status, a sentence and a line in docs/errors.md, and the page knows no other", () => {
    expect(pageFaults(ERRORS, page)).toEqual([]);
  });

  it("are all used, and nothing else is thrown", () => {
    expect(useFaults(ERRORS, sources)).toEqual([]);
  });

  it("are the only codes in the examples of the docs", () => {
    expect(exampleFaults(ERRORS, readFiles(/^(?:docs\/.*|[A-Z]+)\.md$/))).toEqual([]);
  });

  it("have statuses a client can act on and sentences that read as such", () => {
    for (const [code, { status, sentence }] of Object.entries(ERRORS)) {
      expect([code, [400, 401, 403, 404, 405, 409, 413, 415, 417, 429, 431, 500, 503].includes(status)]).toEqual([
        code,
        true,
      ]);
      expect(sentence, code).toMatch(/^[A-Z][^|]{5,160}$/);
    }
  });

  it("planted: a code without a line, a wrong line and a line without a code are caught", () => {
    const more = { ...ERRORS, planted: { status: 400, sentence: "Planted." } };
    expect(pageFaults(more, page)).toEqual(["planted has no line"]);
    expect(pageFaults(ERRORS, `${page}\n| \`planted\` | 400 | Planted. | never |`)).toEqual(["planted is not a code"]);
    expect(pageFaults(ERRORS, page.replace(/\|\s*401\s*\|/, "| 403 |"))).toEqual(["no-session is described otherwise"]);
    expect(pageFaults(ERRORS, page.replace("Company not found.", "No company."))).toEqual([
      "company-not-found is described otherwise",
    ]);
  });

  it("planted: an unused code, an unknown one and one in an example are caught", () => {
    const more = { ...ERRORS, planted: { status: 400, sentence: "Planted." } };
    expect(useFaults(more, [...sources, { path: "a.ts", text: '// "planted"' }])).toEqual(["planted is used nowhere"]);
    expect(useFaults(ERRORS, [...sources, { path: "a.ts", text: 'throw new AppError("planted")' }])).toEqual([
      "planted is thrown and not in the list",
    ]);
    expect(exampleFaults(ERRORS, [{ path: "docs/x.md", text: '{ "code": "planted" }' }])).toEqual([
      "docs/x.md names planted",
    ]);
  });
});
