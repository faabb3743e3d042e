import type { RefCallback } from "react";

/**
 * Makes a ref for a bar that stays at the window's bottom. Styles then know its height by this name, so that notices
 * float above it: it grows with its message and with larger letters.
 */
export function reportHeightAs(name: `--${string}`): RefCallback<HTMLElement> {
  return (bar) => {
    if (!bar) return undefined;
    const { style } = document.documentElement;
    const sizes = new ResizeObserver(() => style.setProperty(name, `${bar.offsetHeight}px`));
    sizes.observe(bar);
    return () => {
      sizes.disconnect();
      style.removeProperty(name);
    };
  };
}
