import { useSyncExternalStore, type ReactNode } from "react";

const never = (): (() => void) => () => undefined;

/** False on the server and during hydration. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Renders in the browser only: for parts that use the style attribute, which the content policy refuses in HTML. */
export function ClientOnly(props: { fallback?: ReactNode; children: () => ReactNode }): ReactNode {
  return useHydrated() ? props.children() : props.fallback;
}
