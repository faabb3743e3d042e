import { useCallback, useEffect, useRef, type Dispatch } from "react";
import type { EditorAction } from "./state.ts";

/** Validates a field on pointer-up, not on blur: a new message would move the page, and the click would miss. */
export function useDeferredValidation(dispatch: Dispatch<EditorAction>): Dispatch<EditorAction> {
  const isDown = useRef(false);
  useEffect(() => {
    const down = (): void => {
      isDown.current = true;
    };
    const up = (): void => {
      isDown.current = false;
    };
    document.addEventListener("pointerdown", down, true);
    document.addEventListener("pointerup", up, true);
    document.addEventListener("pointercancel", up, true);
    return () => {
      document.removeEventListener("pointerdown", down, true);
      document.removeEventListener("pointerup", up, true);
      document.removeEventListener("pointercancel", up, true);
    };
  }, []);
  return useCallback(
    (action) => {
      if (action.do !== "touch" || !isDown.current) {
        dispatch(action);
        return;
      }
      // The browser fires the click right after pointer-up. Show the message after both.
      const events = new AbortController();
      const judge = (): void => {
        events.abort();
        setTimeout(() => dispatch(action));
      };
      for (const event of ["pointerup", "pointercancel"] as const) {
        document.addEventListener(event, judge, { signal: events.signal });
      }
    },
    [dispatch],
  );
}
