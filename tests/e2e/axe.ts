import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { Result, RunOptions } from "axe-core";
import { tries } from "#tests/helpers/amount.ts";
import { endTransitions } from "./fixtures.ts";

/** Each page with axe gets it: 0.7 MB, where what the package's main file has is 1.5 MB. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const [PHONE, WIDE] = [360, 1280];
const BOTH = ["light", "dark"] as const;

/**
 * The widths at which a state of a page is looked at, each with its themes: with all tests both, otherwise the light one
 * on a phone and the dark one on a wide window. The first one gets every rule
 * of axe.
 */
export const SCREENS = [
  { width: PHONE, themes: BOTH.slice(0, tries({ all: 2, some: 1 })) },
  { width: WIDE, themes: BOTH.slice(tries({ all: 0, some: 1 })) },
];

/**
 * Rules whose result can differ in another theme or width: colours, and whether parts that only appear there can be
 * reached, have a name and are large enough. All other rules check the same document, so one run is enough for them.
 */
export const OF_THEME_AND_WIDTH: readonly string[] = [
  "color-contrast",
  "link-in-text-block",
  "aria-hidden-focus",
  "button-name",
  "label",
  "link-name",
  "scrollable-region-focusable",
  "target-size",
];

/**
 * Rules of axe to run again in the other theme, when the width stays the same. A theme changes nothing but colours, which
 * tests/architecture/styles.test.ts checks, so only the rules about colours can answer differently.
 */
const OF_THEME = ["color-contrast", "link-in-text-block"] as const;

/**
 * One run of axe, which reads the page and reports violations only. Describing what passed takes half of the time, and
 * nobody reads it. Axe's own package for Playwright describes everything, and loads axe's script twice for each run.
 */
class AxeRun {
  readonly #page: Page;
  readonly #includes: string[] = [];
  readonly #excludes: string[] = [];
  // Frames: a mail in its frame runs no script, axe's neither.
  readonly #options: RunOptions = { resultTypes: ["violations"], iframes: false };

  constructor(page: Page) {
    this.#page = page;
  }

  include(selector: string): this {
    this.#includes.push(selector);
    return this;
  }

  exclude(selector: string): this {
    this.#excludes.push(selector);
    return this;
  }

  withRules(rules: readonly string[]): this {
    this.#options.runOnly = { type: "rule", values: [...rules] };
    return this;
  }

  disableRules(rules: readonly string[]): this {
    this.#options.rules = Object.fromEntries(rules.map((rule) => [rule, { enabled: false }]));
    return this;
  }

  async analyze(): Promise<{ violations: Result[] }> {
    if (this.#page.frames().length > 1 && !this.#excludes.includes("iframe"))
      throw new Error("This page has frames, which axe does not check here: exclude them.");
    const context = {
      ...(this.#includes.length === 0 ? {} : { include: this.#includes.map((one) => [one]) }),
      ...(this.#excludes.length === 0 ? {} : { exclude: this.#excludes.map((one) => [one]) }),
    };
    // Right after a change of the theme, colours are between the two.
    await endTransitions(this.#page);
    const target = Object.keys(context).length === 0 ? "document" : JSON.stringify(context);
    // A page keeps the script until it is left.
    if (!(await this.#page.evaluate<boolean>("'axe' in window"))) await this.#page.evaluate(AXE);
    const violations = await this.#page.evaluate<Result[]>(
      `axe.run(${target}, ${JSON.stringify(this.#options)}).then(({ violations }) => violations)`,
    );
    return { violations };
  }
}

/** Axe with every rule in the first theme and width of a page's state, and with those above in all others. */
export function axeFor(page: Page, isFirst = true): AxeRun {
  const run = new AxeRun(page);
  return isFirst ? run : run.withRules(OF_THEME_AND_WIDTH);
}

/** Axe for a state that is shown in the light theme and then, at the same width, in the dark one. */
export function axeInTheme(page: Page, theme: "light" | "dark"): AxeRun {
  return theme === "light" ? new AxeRun(page) : new AxeRun(page).withRules(OF_THEME);
}
