import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { WIDE } from "#tests/wide.mjs";
import { isWide, readFile, ROOT } from "./source.ts";

const IDS = [
  ...Array.from({ length: 42 }, (_, n) => `S${n + 1}`),
  ...Array.from({ length: 18 }, (_, n) => `U${n + 1}`),
  ...Array.from({ length: 22 }, (_, n) => `R${n + 1}`),
];

type Read = (path: string) => string | undefined;

/** A call that runs no test, or one that may fail. */
const SKIPPED = /\.(?:skip|todo|fails|skipIf|runIf)(?:\([^)]*\))?\(\s*$/;

/**
 * Does a test with this title run and assert something? The title must be a quoted text and the first argument of a
 * call (not a mention in a comment or in another title), and an expectation must come before the next test.
 */
function isProof(text: string, title: string): boolean {
  return [`"${title}"`, `\`${title}\``].some((quoted) => {
    const at = text.indexOf(quoted);
    const before = text.slice(0, at).trimEnd();
    if (at === -1 || !before.endsWith("(") || SKIPPED.test(before)) return false;
    const after = text.slice(at + quoted.length);
    const next = /^\s*(?:test|it)(?:\.(?:each|skip|todo|for|only))?\(/m.exec(after)?.index ?? after.length;
    // A group's own tests come after its title.
    const own = /\bdescribe(?:\.\w+)*\($/.test(before) ? after : after.slice(0, next);
    return /\bexpect\w*[(.]|\bfc\.assert\(|\b(?:refuses|assert)\w*\(/.test(own);
  });
}

/** The ways to find a hidden person out, on the page about privacy. */
const LEAKS = Array.from({ length: 26 }, (_, n) => `L${n + 1}`);

type Entry = {
  id: string;
  rule: string;
  places: string[];
  proofs: [path: string, title: string, saysAll: boolean][];
  isUnproven: boolean;
  /** Items that name a test file without its title. */
  unreadable: string[];
};

const TEST_FILE = /\.test\.(?:ts|tsx|mjs)`/;
const PROOF = /^`([^`]+\.test\.(?:ts|tsx|mjs))`: `([^`]+)`(, by `npm test -- all`)?$/;

/**
 * Reads the sections `### S1`: the rule, then items that begin "Kept in:" and "Proof:". Long items continue in indented
 * lines.
 */
function readPromises(page: string): Entry[] {
  return page.split(/^(?=#{1,3} )/m).flatMap((section) => {
    const id = /^### ([A-Z]\d+)\n/.exec(section)?.[1];
    if (id === undefined) return [];
    const lines = section.replace(/\n {2,}/g, " ").split("\n");
    const items = (name: string): string[] =>
      lines.filter((line) => line.startsWith(`- ${name}: `)).map((line) => line.slice(name.length + 4));
    const proofs = items("Proof");
    return [
      {
        id,
        rule: lines[2] ?? "",
        places: items("Kept in").flatMap((item) => [...item.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path)),
        proofs: proofs.flatMap((proof): [string, string, boolean][] => {
          const [, path, title, all] = PROOF.exec(proof) ?? [];
          return path === undefined || title === undefined ? [] : [[path, title, all !== undefined]];
        }),
        unreadable: proofs.filter((proof) => TEST_FILE.test(proof) && !PROOF.test(proof)),
        isUnproven: proofs.some((proof) => /^None: \w/.test(proof)),
      },
    ];
  });
}

/** Promises without a section, sections without a rule, a place, or a proof or reason, and proofs that are not there. */
function pageFaults(page: string, read: Read, promises = IDS, wide = WIDE): string[] {
  const sections = readPromises(page);
  const ids = sections.map(({ id }) => id);
  return [
    ...promises.filter((id) => !ids.includes(id)).map((id) => `${id} has no section`),
    ...ids.filter((id, n) => ids.indexOf(id) !== n).map((id) => `${id} has two sections`),
    ...sections.flatMap(({ id, rule, places, proofs, unreadable, isUnproven }) => [
      ...(/^\S/.test(rule) && !rule.startsWith("- ") ? [] : [`${id} has no rule`]),
      ...(places.length === 0 ? [`${id} is kept nowhere`] : []),
      ...places.filter((path) => read(path) === undefined).map((path) => `${id}: ${path} is not there`),
      ...(proofs.length === 0 && !isUnproven ? [`${id} has neither proof nor reason`] : []),
      ...unreadable.map((proof) => `${id} names a test without its title: ${proof}`),
      ...proofs
        .filter(([path, title]) => !isProof(read(path) ?? "", title))
        .map(([path, title]) => `${id}: ${path} has no "${title}"`),
      ...proofs
        .filter(([path, title, saysAll]) => isWide(path, read(path) ?? "", title, wide) !== saysAll)
        .map(([, title, saysAll]) =>
          saysAll
            ? `${id}: npm test runs "${title}" too`
            : `${id}: only npm test -- all runs "${title}", which the page does not say`,
        ),
    ]),
  ];
}

const readTree: Read = (path) => {
  if (!existsSync(join(ROOT, path))) return undefined;
  return /\.\w+$/.test(path) ? readFile(path).text : "";
};

/** The page without one section. */
function without(page: string, id: string): string {
  return page.replace(new RegExp(`^### ${id}\\n[\\s\\S]*?(?=^#|(?![\\s\\S]))`, "m"), "");
}

describe("docs/privacy.md", () => {
  const page = readFile("docs/privacy.md").text;

  it("has a section for each attack, and each section the tests it names", () => {
    expect(pageFaults(page, readTree, LEAKS)).toEqual([]);
  });

  it("planted: an attack without a section, and one whose test was renamed, are caught", () => {
    expect(pageFaults(without(page, "L12"), readTree, LEAKS)).toEqual(["L12 has no section"]);
    const renamed = page.replace("`to a visitor`", "`to a guest`");
    expect(pageFaults(renamed, readTree, LEAKS)).toEqual(['L1: tests/http/canary.test.ts has no "to a guest"']);
  });
});

describe("docs/security.md", () => {
  const page = readFile("docs/security.md").text;
  const now = pageFaults(page, readTree);
  /** The faults of a changed page, without those of the present page. */
  const planted = (text: string) => pageFaults(text, readTree).filter((fault) => !now.includes(fault));

  it("has a section for each promise, and each section the tests it names", () => {
    expect(now).toEqual([]);
  });

  it("planted: a promise without a section, and one made twice, are caught", () => {
    expect(planted(without(page, "S7"))).toEqual(["S7 has no section"]);
    expect(planted(`${page}\n### S7\n\nA rule.\n\n- Kept in: \`src\`\n- Proof: None: planted.\n`)).toEqual([
      "S7 has two sections",
    ]);
  });

  it("planted: a test that was renamed, a file that is gone, and a section without rule or proof are caught", () => {
    const rest = without(page, "S1");
    const faults = (place: string, proof: string, rule = "Hashed.") =>
      planted(`${rest}\n### S1\n\n${rule}\n\n- Kept in: ${place}\n- Proof: ${proof}\n`);
    const file = "`src/server/password.ts`";
    const test = "`src/server/password.test.ts`:\n  `is argon2id at OWASP's cost, salted anew each time`";
    expect(faults(file, test)).toEqual([]);
    expect(faults(file, test.replace("salted", "peppered"))).toHaveLength(1);
    const title = "is argon2id at OWASP's cost, salted anew each time";
    expect(faults(file, `${test}, by \`npm test -- all\``)).toEqual([`S1: npm test runs "${title}" too`]);
    const wide = [...WIDE, { file: "src/server/password.test.ts", why: "planted", tests: [title] }];
    expect(pageFaults(page, readTree, IDS, wide).filter((fault) => !now.includes(fault))).toEqual([
      `S1: only npm test -- all runs "${title}", which the page does not say`,
    ]);
    const changed = (from: string, to: string) =>
      pageFaults(page, (path) => readTree(path)?.replace(from, to)).filter((fault) =>
        fault.startsWith("S1: src/server/password.test.ts has no"),
      );
    expect(changed('test("is argon2id', 'test.skip("is argon2id')).toHaveLength(1);
    expect(changed('test("is argon2id', 'test.todo("is argon2id')).toHaveLength(1);
    const whole = readTree("src/server/password.test.ts") ?? "";
    const at = whole.indexOf('test("is argon2id');
    const body = whole.slice(at, whole.indexOf('\n  test("', at));
    expect(changed(body, body.replaceAll("expect(", "console.log("))).toHaveLength(1);
    expect(faults(file, test.replace("password.test", "passwords.test"))).toHaveLength(1);
    expect(faults("`src/server/passwords.ts`", test)).toHaveLength(1);
    expect(faults(file, "by trying it")).toEqual(["S1 has neither proof nor reason"]);
    expect(faults(file, "None: it is a matter of words.")).toEqual([]);
    expect(faults(file, `${test}\n- Proof: \`src/server/token.test.ts\``)).toHaveLength(1);
    expect(faults("somewhere", test)).toEqual(["S1 is kept nowhere"]);
    expect(planted(`${rest}\n### S1\n\n- Kept in: ${file}\n- Proof: ${test}\n`)).toEqual(["S1 has no rule"]);
  });
});
