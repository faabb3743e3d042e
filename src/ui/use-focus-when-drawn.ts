import { useEffect, useState, type RefObject } from "react";

/**
 * Moves the focus after a change that removes the focused element or closes its dialog.
 * @returns gives the element the focus, once all that is changed in the same turn is drawn
 */
export function useFocusWhenDrawn(element: RefObject<HTMLElement | null>): () => void {
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (times > 0) element.current?.focus();
  }, [element, times]);
  return () => setTimes((before) => before + 1);
}
