import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readFile, ROOT } from "./source.ts";

const IDS = [
  ...Array.from({ length: 41 }, (_, n) => `S${n + 1}`),
  ...Array.from({ length: 18 }, (_, n) => `U${n + 1}`),
];

type Read = (path: string) => string | undefined;

/** A whole text in quotes, first in a call: a mention in a comment or in the middle of a title is no test. */
function hasTitle(text: string, title: string): boolean {
  return [`"${title}"`, `\`${title}\``].some((quoted) => {
    const at = text.indexOf(quoted);
    return at !== -1 && text.slice(0, at).trimEnd().endsWith("(");
  });
}

/** The ways to find a hidden person out, on the page about privacy. */
const LEAKS = Array.from({ length: 26 }, (_, n) => `L${n + 1}`);

/** Promises without a row, rows without a proof or a reason, and proofs that are not there. */
function pageFaults(page: string, read: Read, promises = IDS): string[] {
  const rows = [...page.matchAll(/^\| ([A-Z]\d+) +\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)].map(
    ([, id = "", rule = "", place = "", proof = ""]) => ({ id, rule, place, proof }),
  );
  const ids = rows.map(({ id }) => id);
  return [
    ...promises.filter((id) => !ids.includes(id)).map((id) => `${id} has no row`),
    ...ids.filter((id, n) => ids.indexOf(id) !== n).map((id) => `${id} has two rows`),
    ...rows.flatMap(({ id, place, proof }) => {
      const places = [...place.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path);
      const proofs = [...proof.matchAll(/`([^`]+\.test\.(?:ts|tsx|mjs))`: `([^`]+)`/g)];
      return [
        ...(places.length === 0 ? [`${id} is kept nowhere`] : []),
        ...places.filter((path) => read(path) === undefined).map((path) => `${id}: ${path} is not there`),
        ...(proofs.length === 0 && !/^None: \w/.test(proof) ? [`${id} has neither proof nor reason`] : []),
        ...proofs
          .filter(([, path = "", title = ""]) => !hasTitle(read(path) ?? "", title))
          .map(([, path = "", title = ""]) => `${id}: ${path} has no "${title}"`),
      ];
    }),
  ];
}

const readTree: Read = (path) => {
  if (!existsSync(join(ROOT, path))) return undefined;
  return /\.\w+$/.test(path) ? readFile(path).text : "";
};

describe("docs/privacy.md", () => {
  const page = readFile("docs/privacy.md").text;

  it("has a row for each attack, and each row the tests it names", () => {
    expect(pageFaults(page, readTree, LEAKS)).toEqual([]);
  });

  it("planted: an attack without a row, and one whose test was renamed, are caught", () => {
    expect(pageFaults(page.replace(/^\| L12 .*$/m, ""), readTree, LEAKS)).toEqual(["L12 has no row"]);
    const renamed = page.replace("to a visitor`", "to a guest`");
    expect(pageFaults(renamed, readTree, LEAKS)).toEqual(['L1: tests/http/canary.test.ts has no "to a guest"']);
  });
});

describe("docs/security.md", () => {
  const page = readFile("docs/security.md").text;
  const now = pageFaults(page, readTree);
  /** What is wrong with a changed page that is not wrong with the page as it stands. */
  const planted = (text: string) => pageFaults(text, readTree).filter((fault) => !now.includes(fault));

  it("has a row for each promise, and each row the tests it names", () => {
    expect(now).toEqual([]);
  });

  it("planted: a promise without a row, and one said twice, are caught", () => {
    const lines = page.split("\n");
    const row = lines.find((line) => line.startsWith("| S7 ")) ?? "";
    expect(planted(lines.filter((line) => line !== row).join("\n"))).toEqual(["S7 has no row"]);
    expect(planted(`${page}\n${row}`)).toEqual(["S7 has two rows"]);
  });

  it("planted: a test that was renamed, a file that is gone, and a row without a proof are caught", () => {
    const rest = page.replace(/^\| S1 .*$/m, "");
    const withRow = (row: string) => planted(`${rest}\n${row}`);
    const row = (place: string, proof: string) => `| S1 | Hashed | ${place} | ${proof} |`;
    const file = "`src/server/password.ts`";
    const test = "`src/server/password.test.ts`: `is argon2id at OWASP's cost, salted anew each time`";
    expect(withRow(row(file, test))).toEqual([]);
    expect(withRow(row(file, test.replace("salted", "peppered")))).toHaveLength(1);
    expect(withRow(row(file, test.replace("password.test", "passwords.test")))).toHaveLength(1);
    expect(withRow(row("`src/server/passwords.ts`", test))).toHaveLength(1);
    expect(withRow(row(file, "by trying it"))).toEqual(["S1 has neither proof nor reason"]);
    expect(withRow(row(file, "None: it is a matter of words."))).toEqual([]);
    expect(withRow(row("somewhere", test))).toEqual(["S1 is kept nowhere"]);
  });
});
