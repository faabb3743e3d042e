import { expect, it } from "vitest";
import { AppError } from "#core/errors.ts";
import { refusalPage } from "./refusal-page.ts";

const { body } = refusalPage({ secure: false, development: false }, new AppError("overloaded"), {
  requestId: "1",
  isForm: false,
});

/** The colours that follow a property in a rule, in the light theme and in the dark one. */
function coloursOf(rule: string, property: string): string[] {
  const found = new RegExp(`(?:^|[}>\\n])${rule}\\{[^}]*?\\b${property}:([^;}]+)`).exec(body)?.[1] ?? "";
  const both = /^light-dark\((#\w+),(#\w+)\)$/.exec(found);
  return both === null ? [found, found] : both.slice(1);
}

function luminance(hex: string): number {
  const digits = hex.length === 4 ? hex.replaceAll(/[^#]/g, "$&$&") : hex;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

it.each([
  ["light", 0],
  ["dark", 1],
] as const)("is read, and its button and line are seen, in the %s theme", (_, theme) => {
  const colour = (rule: string, property: string): string => coloursOf(rule, property)[theme] ?? "";
  const ground = colour("body", "background");
  expect(luminance(ground) > 0.5).toBe(theme === 0);
  expect(contrast(ground, colour("body", "color"))).toBeGreaterThan(7);
  expect(contrast(colour("a", "background"), colour("a", "color"))).toBeGreaterThan(4.5);
  expect(contrast(ground, colour("a", "background"))).toBeGreaterThan(3);
  expect(contrast(ground, colour(".l", "stroke"))).toBeGreaterThan(3);
});
