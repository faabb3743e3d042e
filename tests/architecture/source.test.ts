import { describe, expect, it } from "vitest";
import { isText, lineOf, repositoryPaths, withoutComments } from "./source.ts";

describe("withoutComments", () => {
  it("blanks comments and keeps lines and strings", () => {
    const text = 'a(); // b\n/* c\n d */ e("/api/*", `x // y`, \'/*\'); f("*/");';
    const left = withoutComments(text);
    expect(left).not.toMatch(/[bcd]/);
    expect(left).toContain('e("/api/*", `x // y`, \'/*\'); f("*/");');
    expect(lineOf(left, left.indexOf("e("))).toBe(3);
  });
});

describe("repositoryPaths", () => {
  it("lists what belongs to the repository and nothing that is made", () => {
    const paths = repositoryPaths();
    expect(paths).toContain("package.json");
    expect(paths).toContain("src/core/errors.ts");
    expect(isText(".editorconfig") && isText("LICENSE") && isText("src/core/errors.ts")).toBe(true);
    expect(isText("docs/screens/landing.webp") || isText("fonts/a.woff")).toBe(false);
    expect(paths.some((path) => /^(?:node_modules|build|data)\//.test(path))).toBe(false);
  });
});
