import { useEffect, useRef, type ReactNode } from "react";

/** Moves the focus when its children appear. */
export function FocusOnOpen(props: { children: ReactNode; onArrive: () => void }): ReactNode {
  const arrive = useRef(props.onArrive);
  useEffect(() => arrive.current(), []);
  return props.children;
}
