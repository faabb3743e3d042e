import { describe, expect, it } from "vitest";
import { isTest, lineOf, readFiles, type SourceFile } from "./source.ts";

/**
 * Functions that throw for some texts, though the bundler believes that calling them has no effect. If the code ignores
 * the result of such a call, the bundler removes the call, and the text is no longer checked. Sources run from a test
 * still check it, so only the built app would show the fault.
 */
const STATEMENT =
  /(?:^[ \t]*|\) |\belse |=> (?=void ))(?:void )?(?:(?:de|en)codeURI(?:Component)?|String\.fromCodePoint)\(/gm;

const faultsIn = ({ path, text }: SourceFile): string[] =>
  [...text.matchAll(STATEMENT)].map((match) => `${path}:${lineOf(text, match.index)} drops a result that is checked`);

describe("a call that only checks its argument", () => {
  it("uses what it returns, so that the build keeps it", () => {
    const files = readFiles(/^src\/.*\.tsx?$/).filter(({ path }) => !isTest(path));
    expect(files.length).toBeGreaterThan(500);
    expect(files.flatMap(faultsIn)).toEqual([]);
  });

  it.each([
    "try {\n  decodeURIComponent(text);\n  return true;\n} catch {}",
    "  void encodeURI(text);",
    "String.fromCodePoint(number);",
    "if (isGiven) decodeURI(text);",
    "  } else encodeURIComponent(text);",
    "const check = (text: string) => void decodeURIComponent(text);",
  ])("planted: %j is caught", (text) => {
    expect(faultsIn({ path: "src/a.ts", text })).toHaveLength(1);
  });

  it.each(["return decodeURIComponent(text);", "const path = decodeURI(text);", "new URL(text);"])(
    "planted: %j passes",
    (text) => {
      expect(faultsIn({ path: "src/a.ts", text })).toEqual([]);
    },
  );
});
