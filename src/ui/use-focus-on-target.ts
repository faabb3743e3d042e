import { useEffect, type RefObject } from "react";

/** Focuses the grid's button that Tab reaches, whenever its target changes. */
export function useFocusOnTarget(grid: RefObject<HTMLElement | null>, target: string, isMoved: boolean): void {
  useEffect(() => {
    if (!isMoved) return;
    const button = grid.current?.querySelector<HTMLElement>('[tabindex="0"]');
    if (!grid.current || !button) return;
    button.focus();
    // An opening panel gets its final, smaller size only after this, and the button may then be out of view.
    const sizes = new ResizeObserver(() => button.scrollIntoView({ block: "nearest" }));
    sizes.observe(grid.current);
    return () => sizes.disconnect();
  }, [grid, target, isMoved]);
}
