import { describe, expect, it } from "vitest";
import { isTest, readFiles, withoutComments } from "./source.ts";

/** Large packages for what few processes do: a start that loads them takes longer and more memory. */
const LATE = [
  "satori",
  "@resvg/resvg-js",
  "sharp",
  "@simplewebauthn/server",
  "@simplewebauthn/server/helpers",
  "sanitize-html",
  "html-to-text",
  // Loads nodemailer.
  "#external/mail.ts",
  // Loads React for the server a second time: pages have it in their build.
  "./email-html.ts",
  // Loads the names of countries in 80 languages; its file index.js does not.
  "i18n-iso-countries",
];

const importsOf = (text: string): string[] =>
  [...withoutComments(text).matchAll(/^import (?!type\b)[^;]*?from "([^"]+)";/gm)].flatMap(([, name]) => name ?? []);

const sources = readFiles(/^src\/.*\.(?:ts|tsx)$/).filter(({ path }) => !isTest(path));

describe("packages that are loaded with their first use", () => {
  it("are imported by no file at its start", () => {
    const early = sources.flatMap(({ path, text }) =>
      importsOf(text)
        .filter((name) => LATE.includes(name))
        .map((name) => `${path}: ${name}`),
    );
    expect(early).toEqual([]);
  });

  it("planted: an import at the start is caught, one of types is not", () => {
    expect(importsOf('import satori from "satori";')).toEqual(["satori"]);
    expect(importsOf('import {\n  Resvg,\n} from "@resvg/resvg-js";')).toEqual(["@resvg/resvg-js"]);
    expect(importsOf('import type satori from "satori";')).toEqual([]);
  });
});
