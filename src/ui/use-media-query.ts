import { useCallback, useSyncExternalStore } from "react";

/** Does the screen match now? `onServer` is what the server draws. */
export function useMediaQuery(query: string, onServer: boolean): boolean {
  // React subscribes again whenever it gets another function.
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => onServer,
  );
}
