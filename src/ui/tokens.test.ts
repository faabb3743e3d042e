import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("tokens.css", import.meta.url), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");

type Tokens = Map<string, string>;

/** Every token as one theme sees it: `light-dark(a, b)` is a in the light theme, b in the dark one. */
function tokensOf(theme: "light" | "dark"): Tokens {
  const side = theme === "light" ? 1 : 2;
  return new Map(
    [...css.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [
      name,
      /^light-dark\((\w+\([^)]*\)|\w+), (\w+\([^)]*\)|\w+)\)$/.exec(value.trim())?.[side] ?? value.trim(),
    ]),
  );
}

const THEMES = { light: tokensOf("light"), dark: tokensOf("dark") };

function valueOf(tokens: Tokens, name: string): string {
  const value = tokens.get(`--${name}`) ?? "";
  const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  return other === undefined ? value : valueOf(tokens, other);
}

/**
 * WCAG relative luminance of an opaque `oklch(L C H)`, clipped into sRGB. The conversion from OKLCH to linear sRGB is
 * that of B. Ottosson, "A perceptual color space for image processing" (2020), as in CSS Color 4, section 9.4. The
 * luminance is that of WCAG 2.2, "relative luminance", whose weights are for linear sRGB.
 */
function luminance(oklch: string): number {
  const match = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(oklch) ?? /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)/.exec(oklch);
  if (!match) throw new Error(`not an oklch colour: ${oklch}`);
  const [L = 0, C = 0, H = 0] = match.slice(1).map(Number);
  const a = C * Math.cos((H * Math.PI) / 180);
  const b = C * Math.sin((H * Math.PI) / 180);
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2, "contrast ratio": 1 to 21. */
function contrast(tokens: Tokens, one: string, other: string): number {
  const [a, b] = [luminance(valueOf(tokens, one)), luminance(valueOf(tokens, other))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const LINES = ["blue", "vermilion", "green", "ochre", "plum", "sky", "umber", "rose"];

/** Foreground, background, least ratio. */
const PAIRS: [string, string, number][] = [
  // Body text is AAA.
  ["ink", "bg", 7],
  ["ink", "surface", 7],
  ["ink-2", "bg", 7],
  ["ink-2", "surface", 7],
  ["ink-3", "bg", 4.5],
  ["ink-3", "surface", 4.5],
  ["ink-2", "sunken", 4.5],
  ["ink-3", "sunken", 4.5],
  ["ink-3", "hover", 4.5],
  ["accent-ink", "bg", 7],
  ["accent-ink", "surface", 7],
  ["accent-ink", "accent-wash", 4.5],
  ["on-accent", "accent", 4.5],
  ["on-accent", "accent-hover", 4.5],
  ["on-sign", "sign", 7],
  ["on-sign-2", "sign", 4.5],
  ["sign-ink", "on-sign", 7],
  ["ink-inv", "ink", 7],
  ["negative", "surface", 4.5],
  ["negative", "negative-wash", 4.5],
  ["positive", "positive-wash", 4.5],
  ["warning", "warning-wash", 4.5],
  // Texts on surfaces that lie on other surfaces: popovers, wells, hovered rows, the toast, and chosen things.
  ["ink", "raised", 7],
  ["ink-2", "raised", 7],
  ["ink-3", "raised", 4.5],
  ["ink", "sunken", 7],
  ["ink", "hover", 7],
  ["ink-2", "hover", 4.5],
  ["ink", "accent-wash", 7],
  ["ink", "seg-on", 7],
  ["accent-ink", "raised", 4.5],
  ["negative", "raised", 4.5],
  ["negative", "bg", 4.5],
  ["ink-inv", "negative", 4.5],
  // The parts that make a control visible.
  ["control", "surface", 3],
  ["control", "bg", 3],
  ["focus", "bg", 3],
  ["focus", "surface", 3],
  ["control", "raised", 3],
  ["control", "sunken", 3],
  ["focus", "raised", 3],
  ["focus", "sunken", 3],
  ["accent", "surface", 3],
  ["brand-mark", "surface", 3],
  ["map-ink", "bg", 3],
  ["map-ink", "surface", 3],
  ...LINES.flatMap((line): [string, string, number][] => [
    [`line-${line}`, "bg", 3],
    [`line-${line}`, "surface", 3],
    [`on-${line}`, `line-${line}`, 4.5],
  ]),
];

describe.each(Object.entries(THEMES))("contrast in the %s theme", (_theme, tokens) => {
  it.each(PAIRS)("%s on %s is at least %d : 1", (foreground, background, least) => {
    expect(contrast(tokens, foreground, background)).toBeGreaterThanOrEqual(least);
  });
});

describe("the formula", () => {
  const of = (one: string, other: string): number =>
    contrast(
      new Map([
        ["--one", one],
        ["--other", other],
      ]),
      "one",
      "other",
    );

  it("gives known ratios", () => {
    // White on black is 21 : 1, a colour on itself 1 : 1.
    expect(of("oklch(1 0 0)", "oklch(0 0 0)")).toBeCloseTo(21, 3);
    expect(of("oklch(0.5 0.1 200)", "oklch(0.5 0.1 200)")).toBe(1);
    // #767676 (oklch 0.5658) is the lightest grey on which white has enough contrast: 4.54 : 1.
    expect(of("oklch(0.5658 0 0)", "oklch(1 0 0)")).toBeCloseTo(4.54, 2);
    // #ff0000 (CSS Color 4 gives oklch 0.62796 0.25768 29.234) on white: 3.998 : 1.
    expect(of("oklch(0.62796 0.25768 29.234)", "oklch(1 0 0)")).toBeCloseTo(3.998, 2);
  });
});

describe("the themes", () => {
  it("differ in most colours", () => {
    const differing = [...THEMES.light].filter(([name, value]) => THEMES.dark.get(name) !== value);
    expect(differing.length).toBeGreaterThan(45);
  });
});
