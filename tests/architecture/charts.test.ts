import { describe, expect, it } from "vitest";
import { isTest, readFiles, type SourceFile, withoutComments } from "./source.ts";

/** Views are sent to browsers. Code that lays out charts is called by loaders, which run on the server alone. */
const LAYOUT = /^import (?!type\b)(?!\{(?:\s*type \w+,?)+\s*\})[^;]*? from "(?:d3-[a-z]+|[#.][^"]*-layout\.ts)";$/gm;

/** Views that would bring the layout of charts into a browser. */
function sentLayouts(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    [...withoutComments(text).matchAll(LAYOUT)].map(([line]) => `${path}: ${line}`),
  );
}

describe("charts", () => {
  it("are laid out by loaders alone, so that no page loads what lays them out", () => {
    const views = readFiles(/^src\/(?:ui|features\/(?!gallery\/)[a-z-]+\/parts)\/.*\.tsx$/).filter(
      ({ path }) => !isTest(path),
    );
    expect(views.length).toBeGreaterThan(100);
    expect(sentLayouts(views)).toEqual([]);
    const drawing = readFiles(/^src\/features\/insight\/parts\/.*\.tsx$/);
    expect(drawing.filter(({ text }) => /import \{ (?!type)[^}]*\} from "\.\/[a-z-]+-view\.ts"/.test(text))).toEqual(
      [],
    );
  });

  it("planted: a view that lays out is caught, one that names a type is not", () => {
    const files = [
      { path: "a.tsx", text: 'import { layDots } from "./dot-layout.ts";' },
      { path: "b.tsx", text: 'import { scaleLinear } from "d3-scale";' },
      { path: "c.tsx", text: 'import type { Dots } from "./dot-layout.ts";' },
      { path: "d.tsx", text: 'import { type Dots } from "#ui/chart/dot-layout.ts";' },
    ];
    expect(sentLayouts(files).map((one) => one[0])).toEqual(["a", "b"]);
  });
});
