import { runInThisContext } from "node:vm";
import { expect, test } from "vitest";
import { escapeBeyondLatin } from "./escape-beyond-latin.mjs";

test("a script has only basic Latin letters and means the same", () => {
  const script = `
    // – a comment …
    const ελ = "→ “é” 💿", shown = 1;
    ({ text: ελ + \`… \${shown} ×\`, bytes: ["’", "ß"], is: /^[–—→💿]+$/u.test("→💿—"), isOld: /[–-—]/.test("x–") });
  `;
  const escaped = escapeBeyondLatin(script);
  expect(escaped).not.toMatch(/[^\0-\x7f]/);
  const read = (/** @type {string} */ text) => /** @type {unknown} */ (runInThisContext(text));
  expect(read(escaped)).toEqual({ text: "→ “é” 💿… 1 ×", bytes: ["’", "ß"], is: true, isOld: true });
});
