import type { Page } from "@playwright/test";

/**
 * Controls under a toast that no scrolling brings out from under it: those that stay in their place, and those at the
 * end of the page. Expects a toast that is shown.
 */
export async function underToast(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const under = (): Element[] => {
      const boxes = [...document.querySelectorAll(".toast--float")].map((toast) => toast.getBoundingClientRect());
      if (boxes.length === 0) throw new Error("No toast is shown.");
      return [...document.querySelectorAll("a, button, input, select, textarea, summary, [tabindex='0']")].filter(
        (control) => {
          const { left, right, top, bottom } = control.getBoundingClientRect();
          return (
            control.checkVisibility() &&
            control.closest(".toast--float") === null &&
            boxes.some((box) => left < box.right && right > box.left && top < box.bottom && bottom > box.top)
          );
        },
      );
    };
    const stays = (control: Element): boolean => {
      for (let at: Element | null = control; at; at = at.parentElement)
        if (["fixed", "sticky"].includes(getComputedStyle(at).position)) return true;
      return false;
    };
    window.scrollTo({ top: 0, behavior: "instant" });
    const atStart = under().filter(stays);
    window.scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
    return [...new Set([...atStart, ...under()])].map(
      (control) => control.textContent?.trim() || control.getAttribute("aria-label") || control.outerHTML,
    );
  });
}
