import { useEffect, useRef, type RefObject } from "react";

/** The control that opened what is open on this page. */
export function openerOf(): HTMLElement | null {
  return document.querySelector<HTMLElement>("main [aria-expanded=true]");
}

/**
 * Calls `close` after a click outside `box`. Clicks on links and in forms do not count: they lead elsewhere, and `close`
 * may navigate too. Nor do those in an alert, which may be about what is open. If the click hit nothing where Tab stops,
 * the focus moves to the control that opened `box`.
 */
export function useClickOutside(box: RefObject<HTMLElement | null>, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    const onClick = ({ target }: MouseEvent): void => {
      if (!(target instanceof Element) || box.current?.contains(target) || target.closest("a, form, [role=alert]"))
        return;
      const { activeElement: at } = document;
      // The page itself and its title take the focus of a click, but Tab does not stop there.
      if (!(at instanceof HTMLElement) || at.tabIndex < 0) openerOf()?.focus({ preventScroll: true });
      latest.current();
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, [box]);
}
