import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

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
 * Axe with every rule in the first theme and width of a page's state, and with those above in all others. To join the
 * results of frames, axe opens another page; without frames ("legacy mode" is for that) a check costs about half.
 */
export function axeFor(page: Page, isFirst = true): AxeBuilder {
  const builder = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1);
  return isFirst ? builder : builder.withRules([...OF_THEME_AND_WIDTH]);
}
