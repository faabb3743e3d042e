import { describe, expect, it } from "vitest";
import { readFiles, type SourceFile, withoutComments } from "./source.ts";

const LITERAL = /"([^"\n]*)"|'([^'\n]*)'|`([^`]*)`|className=\{?([^\n]*)/g;

/** Every word of the strings in code, and the first part of names that a template completes: `st--${size}`. */
function namesIn(code: readonly SourceFile[]): { words: Set<string>; beginnings: string[] } {
  const words = new Set<string>();
  const beginnings = new Set<string>();
  for (const { text } of code) {
    for (const [literal] of withoutComments(text).matchAll(LITERAL)) {
      for (const [word] of literal.matchAll(/[A-Za-z][\w-]*/g)) words.add(word);
    }
    for (const [, beginning = ""] of text.matchAll(/([A-Za-z][\w-]*[-_])\$\{/g)) beginnings.add(beginning);
  }
  return { words, beginnings: [...beginnings] };
}

/** Class selectors that no code names, as "file: class". */
function deadClasses(styles: readonly SourceFile[], code: readonly SourceFile[]): string[] {
  const { words, beginnings } = namesIn(code);
  return styles.flatMap(({ path, text }) => {
    const rules = text.replace(/\/\*[\s\S]*?\*\/|"[^"]*"|url\([^)]*\)/g, "");
    const names = new Set([...rules.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = ""]) => name));
    return [...names]
      .filter((name) => !words.has(name) && !beginnings.some((beginning) => name.startsWith(beginning)))
      .map((name) => `${path}: ${name}`);
  });
}

/**
 * Custom properties that no style and no code reads, and those that are read and set nowhere, as "file: name". A
 * template may complete a name: `var(--${name})`.
 */
function oddProperties(styles: readonly SourceFile[], code: readonly SourceFile[]): string[] {
  const plain = styles.map(({ path, text }) => ({ path, text: text.replace(/\/\*[\s\S]*?\*\//g, "") }));
  const texts = code.map(({ text }) => withoutComments(text)).join("\n");
  const { beginnings } = namesIn(code);
  const named = new Set([...texts.matchAll(/--[\w-]+/g)].map(([name]) => name));
  const read = new Set(plain.flatMap(({ text }) => [...text.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name)));
  const set = new Set(plain.flatMap(({ text }) => [...text.matchAll(SET)].map(([, name]) => name)));
  const isInCode = (name = ""): boolean => named.has(name) || beginnings.some((one) => name.startsWith(`--${one}`));
  const odd = (text: string, pattern: RegExp, known: ReadonlySet<string | undefined>): (string | undefined)[] => [
    ...new Set([...text.matchAll(pattern)].map(([, name]) => name).filter((name) => !known.has(name))),
  ];
  return plain.flatMap(({ path, text }) =>
    [...odd(text, SET, read), ...odd(text, /var\(\s*(--[\w-]+)/g, set)]
      .filter((name) => !isInCode(name))
      .map((name) => `${path}: ${name}`),
  );
}

const SET = /(?<=[{;]\s*)(--[\w-]+)\s*:/g;

/** A class must be used outside the gallery, except classes that draw the gallery itself or a state of a real part. */
const OF_GALLERY = /: (?:gal|gal__[\w-]+|hide-l)$/;

const code = readFiles(/^src\/(?!features\/gallery\/).*\.tsx?$/).filter(({ path }) => !/\.test\.tsx?$/.test(path));

/** Links within a sentence that look like the sentence, because only classes underline links. As "file: tag". */
function plainLinks(parts: readonly SourceFile[]): string[] {
  return parts.flatMap(({ path, text }) =>
    [...text.matchAll(/[\w.,;)’”](?:\s|\{" "\})+(<(?:a|Link) [^>]*>)/g)]
      .filter(([, tag = ""]) => tag.includes("href=") && !tag.includes("className"))
      .map(([, tag = ""]) => `${path}: ${tag}`),
  );
}

/** What stands between the brace at `start` and its other one. */
function blockAt(text: string, start: number): string {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    depth += text[at] === "{" ? 1 : text[at] === "}" ? -1 : 0;
    if (depth === 0) return text.slice(start + 1, at);
  }
  return text.slice(start + 1);
}

const OF_COLOUR = /^color-scheme: (?:light|dark)$|^--[\w-]+: (?:0?\.\d+|0|1)$/;

/** Declarations of rules that ask for a theme, as "file: declaration": but the theme itself, and a share from 0 to 1. */
function beyondColours(styles: readonly SourceFile[]): string[] {
  return styles.flatMap(({ path, text }) => {
    const plain = text.replace(/\/\*[\s\S]*?\*\//g, "");
    return [...plain.matchAll(/@media[^{]*prefers-color-scheme[^{]*\{|\[data-theme[^{]*\{/g)]
      .flatMap(({ 0: head, index }) => blockAt(plain, index + head.length - 1).split(/[{};]/))
      .map((one) => one.trim())
      .filter((one) => /^[\w-]+:\s/.test(one) && !OF_COLOUR.test(one))
      .map((one) => `${path}: ${one}`);
  });
}

describe("styles", () => {
  // Browser tests look at the second theme of a state with the rules about colours alone (axeInTheme).
  it("change colours and how much shines through from one theme to the other, and nothing else", () => {
    const styles = readFiles(/^src\/.*\.css$/);
    expect(beyondColours(styles)).toEqual([]);
    const themed = styles.filter(({ text }) => /prefers-color-scheme|\[data-theme/.test(text)).map(({ path }) => path);
    expect(themed.length).toBeGreaterThan(1);
  });

  it("planted: a part that a theme hides or makes smaller is caught", () => {
    const text = `@media (prefers-color-scheme: dark) { :root { --weak: 0.2; & .a { display: none; } } .b { top: 0; } }
      .c { left: 0; } :root[data-theme="dark"] .d { --size: 20px; color-scheme: dark; }`;
    expect(beyondColours([{ path: "a.css", text }])).toEqual([
      "a.css: display: none",
      "a.css: top: 0",
      "a.css: --size: 20px",
    ]);
  });

  it("have no class that no code names", () => {
    const styles = readFiles(/^src\/.*\.css$/);
    expect(styles.length).toBeGreaterThan(40);
    expect(deadClasses(styles, code).filter((one) => !OF_GALLERY.test(one))).toEqual([]);
  });

  it("planted: a class that nobody uses is caught, one that a template builds is not", () => {
    const styles = [{ path: "a.css", text: ".used {}\n.size--xl {}\n.used > .dead:hover {}\n/* .said */" }];
    const part = { path: "a.tsx", text: 'const dead = <i className="used" />; const a = `size--${one}`; // "dead"' };
    expect(deadClasses(styles, [part])).toEqual(["a.css: dead"]);
  });

  it("set no property that nothing reads, and read none that nothing sets", () => {
    const styles = readFiles(/^src\/.*\.css$/);
    expect(styles.flatMap(({ text }) => [...text.matchAll(SET)]).length).toBeGreaterThan(100);
    expect(oddProperties(styles, code)).toEqual([]);
  });

  it("planted: a property that nothing reads and one that nothing sets are caught, one of a template is not", () => {
    const text =
      ":root { --used: 1; --dead: 2; --track-1: 3; --named: 4; } .a--dead:hover { top: var(--used); left: var(--gone); }";
    const part = { path: "a.tsx", text: 'draw(`var(--track-${n})`, "var(--named)"); // var(--dead)' };
    expect(oddProperties([{ path: "a.css", text }], [part])).toEqual(["a.css: --dead", "a.css: --gone"]);
  });

  it("underline every link in a sentence", () => {
    expect(plainLinks(code)).toEqual([]);
  });

  it("planted: a link in a sentence that nothing underlines is caught, one with a class is not", () => {
    const text =
      '<p>Read <a href="/a">this</a> and <a className="link" href="/b">that</a>.</p><li><a href="/c">c</a></li>';
    expect(plainLinks([{ path: "a.tsx", text }])).toEqual(['a.tsx: <a href="/a">']);
  });
});
