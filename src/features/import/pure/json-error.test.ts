import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findJsonError } from "./json-error.ts";

describe("where a text stops being JSON", () => {
  it.each([
    ['{"work":[}', 9],
    ['{"a":1,}', 7],
    ["[1,]", 3],
    ['{"a" 1}', 5],
    ["{a:1}", 1],
    ['{"a":tru}', 5],
    ['["a\nb"]', 3],
    ['["\\x"]', 2],
    ['{"a":1} x', 8],
    ["01", 0],
    ["[}", 1],
    ["", 0],
    ['{"a":"b', 7],
    ['{"a":', 5],
  ])("%#: %s breaks at %i", (text, at) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(findJsonError(text)).toBe(at);
  });

  it("is the end of what is cut off, and of what is whole", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, cut) => {
        expect(findJsonError(text)).toBe(text.length);
        const container = `[${text}]`;
        const part = container.slice(0, cut % container.length);
        // A word, a number or an escape that is cut breaks where it begins.
        expect(part.slice(findJsonError(part))).toMatch(/^(?:[a-z]+|[-\d.eE+]+|\\u?[\da-fA-F]{0,3})?$/);
      }),
    );
  });

  it("is never after a sign that no JSON holds, however large the text is", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(findJsonError(`[${text}, ?]`)).toBe(text.length + 3);
      }),
    );
    expect(findJsonError(`["${"x".repeat(4_000_000)}`)).toBe(4_000_002);
    expect(findJsonError("[".repeat(100_000))).toBe(100_000);
  });
});
