import { useSyncExternalStore, type ReactNode } from "react";

const never = (): (() => void) => () => undefined;

/** False on the server and in the first paint, true once the page lives. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/**
 * Draws its children in the browser only. For parts that position themselves
 * by the style attribute, which our content policy refuses in a page's HTML.
 */
export function ClientOnly(props: { fallback?: ReactNode; children: () => ReactNode }): ReactNode {
  return useHydrated() ? props.children() : props.fallback;
}
