import { describe, expect, it } from "vitest";
import { readFiles, type SourceFile, withoutComments } from "./source.ts";

/** A run of so many equal lines stands once. Blank lines, lone signs, imports and comments do not count. */
const MOST_EQUAL_LINES = 12;

const COUNTS_NOT = /^(?:[^\w]*|import .*|export .* from .*|\} from .*)$/;
const IMPORT = /^import [^;]*;$/gm;

/** The lines that count, with their numbers in the file. */
function linesOf({ text }: SourceFile): { line: string; number: number }[] {
  const code = withoutComments(text).replace(IMPORT, (found) => found.replace(/[^\n]/g, ""));
  return code
    .split("\n")
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => !COUNTS_NOT.test(line));
}

/** The same for the same numbers in the same order; two others share it about once in 2^52. */
function hashOf(keys: readonly number[], from: number, to: number): number {
  let [a, b] = [17, 31];
  for (let at = from; at < to; at += 1) {
    a = Math.imul(a, 0x9e3779b1) + (keys[at] ?? 0);
    b = Math.imul(b, 0x85ebca77) ^ (keys[at] ?? 0);
  }
  return (a >>> 0) * 2 ** 20 + (b >>> 12);
}

/** Places whose lines stand at another place, too: "a.ts:1 stands again at b.ts:7", once for each pair of places. */
function copies(files: readonly SourceFile[]): string[] {
  const numbers = new Map<string, number>();
  const known = new Map<number, string>();
  const found: string[] = [];
  for (const file of files) {
    const lines = linesOf(file);
    const keys = lines.map(({ line }) => {
      const key = numbers.get(line) ?? numbers.size;
      numbers.set(line, key);
      return key;
    });
    for (let at = 0; at + MOST_EQUAL_LINES < keys.length; at += 1) {
      const run = hashOf(keys, at, at + MOST_EQUAL_LINES + 1);
      const place = `${file.path}:${lines[at]?.number}`;
      const first = known.get(run);
      if (first === undefined) known.set(run, place);
      else {
        found.push(`${first} stands again at ${place}`);
        at += MOST_EQUAL_LINES;
      }
    }
  }
  return found;
}

describe("copies", () => {
  it("no more than twelve lines of code or styles stand twice", () => {
    const files = readFiles(/^(?:src|scripts|bench|tests)\/.*\.(?:tsx?|mjs|css)$/);
    expect(files.length).toBeGreaterThan(1_000);
    expect(copies(files)).toEqual([]);
  });

  const body = (count: number): string =>
    Array.from({ length: count }, (_, n) => `  const value${n} = read(${n});\n  // word ${n}\n\n`).join("");

  it("planted: a copy in another file and one in the same file are found, whatever comments and spaces are in it", () => {
    const text = body(13);
    const other = `export const first = 1;\n${text.replace(/^ {2}/gm, "      ").replace(/word/g, "other")}`;
    expect(
      copies([
        { path: "a.ts", text },
        { path: "b.ts", text: other },
      ]),
    ).toEqual(["a.ts:1 stands again at b.ts:2"]);
    expect(copies([{ path: "a.ts", text: `${text}const between = 1;\n${text}` }])).toEqual([
      "a.ts:1 stands again at a.ts:41",
    ]);
  });

  it("planted: twelve lines, imports and closing signs pass", () => {
    const imports = 'import {\n  a,\n  b,\n} from "./c.ts";\nimport d from "e";\n';
    const text = `${imports.repeat(7)}${body(12)}${"  }\n".repeat(9)}`;
    expect(
      copies([
        { path: "a.ts", text },
        { path: "b.ts", text },
      ]),
    ).toEqual([]);
  });
});
