import { useEffect, useLayoutEffect, useRef } from "react";

const HIDDEN = '[aria-hidden="true"]';

/**
 * The library hides the whole page from assistive technology while a list of
 * suggestions is open, and leaves it in reach of Tab: what has the focus may
 * then be nothing to those who hear the page. A list is no dialog, so what the
 * library hid is shown again; what was hidden before stays so.
 */
export function useNothingHidden(isOpen: boolean): void {
  const before = useRef<ReadonlySet<Element>>(new Set());
  useLayoutEffect(() => {
    if (isOpen) before.current = new Set(document.querySelectorAll(HIDDEN));
  }, [isOpen]);
  // A component's effects run after those of what it draws: the library has hidden by now.
  useEffect(() => {
    if (!isOpen) return;
    for (const element of document.querySelectorAll(HIDDEN)) {
      if (element instanceof HTMLElement && !before.current.has(element)) element.removeAttribute("aria-hidden");
    }
  }, [isOpen]);
}
