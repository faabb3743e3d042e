import { useEffect, type RefObject } from "react";

/** Focuses the grid's button that Tab reaches, whenever its target changes. */
export function useFocusOnTarget(grid: RefObject<HTMLElement | null>, target: string, isMoved: boolean): void {
  useEffect(() => {
    if (!isMoved) return;
    const button = grid.current?.querySelector<HTMLElement>('[tabindex="0"]');
    if (!grid.current || !button) return;
    button.focus();
    // Again when the room gets less: a panel that opens is measured, and made to fit, only then.
    const sizes = new ResizeObserver(() => button.scrollIntoView({ block: "nearest" }));
    sizes.observe(grid.current);
    return () => sizes.disconnect();
  }, [grid, target, isMoved]);
}
