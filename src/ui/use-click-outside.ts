import { useEffect, useRef, type RefObject } from "react";

/** The control that opened what is open on this page. */
export function openerOf(): HTMLElement | null {
  return document.querySelector<HTMLElement>("main [aria-expanded=true]");
}

/**
 * Calls `close` after a click outside `box`. Clicks on links and in forms do not count: they lead elsewhere, and `close`
 * may navigate too. If the click hit nothing that takes the focus, it moves to the control that opened `box`.
 */
export function useClickOutside(box: RefObject<HTMLElement | null>, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    const onClick = ({ target }: MouseEvent): void => {
      if (!(target instanceof Element) || box.current?.contains(target) || target.closest("a, form")) return;
      if (document.activeElement === document.body) openerOf()?.focus({ preventScroll: true });
      latest.current();
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, [box]);
}
