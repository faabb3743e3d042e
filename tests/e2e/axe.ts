import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * What another theme or width can break where axe has found nothing in the first: colours, and whether what else is shown
 * there can be reached, has a name and is large enough. All the other rules are about the same document.
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

/** Axe with every rule in the first theme and width of a page's state, and with those above in all others. */
export function axeFor(page: Page, isFirst: boolean): AxeBuilder {
  const builder = new AxeBuilder({ page });
  return isFirst ? builder : builder.withRules([...OF_THEME_AND_WIDTH]);
}
