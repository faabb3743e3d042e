import { useEffect, type RefObject } from "react";

/** Puts the focus on the grid's one button that Tab reaches, whenever what it stands for changes. */
export function useFocusOnTarget(grid: RefObject<HTMLElement | null>, target: string, isMoved: boolean): void {
  useEffect(() => {
    if (!isMoved) return;
    const button = grid.current?.querySelector<HTMLElement>('[tabindex="0"]');
    button?.focus();
    button?.scrollIntoView({ block: "nearest" });
  }, [grid, target, isMoved]);
}
