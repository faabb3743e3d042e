import { useEffect } from "react";

/**
 * Closes the tools of a step after a click outside them. If the click hit nothing that can have the focus, the focus
 * moves to the step.
 */
export function useClosingSteps(): void {
  useEffect(() => {
    const onClick = ({ target }: MouseEvent): void => {
      for (const step of document.querySelectorAll<HTMLDetailsElement>("details[data-step][open]")) {
        if (target instanceof Node && step.contains(target)) continue;
        const { activeElement: at } = document;
        if (!(at instanceof HTMLElement) || at.tabIndex < 0 || step.contains(at))
          step.querySelector("summary")?.focus({ preventScroll: true });
        step.open = false;
      }
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, []);
}
