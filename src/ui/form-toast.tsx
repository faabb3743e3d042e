import { useEffect, useRef, useState, type ReactNode } from "react";
import { Icon } from "#ui/icon.tsx";

const SHOWN_FOR = 8_000;

/**
 * A message at the foot of the page for eight seconds, or longer while it is pointed at or focused. `stays` keeps it
 * until it is closed. Give it a key, so that a new message restarts the time.
 */
export function Toast(props: { children: ReactNode; onClose: () => void; stays?: boolean }): ReactNode {
  const [isHeld, setHeld] = useState(false);
  const close = useRef(props.onClose);
  useEffect(() => {
    close.current = props.onClose;
  });
  useEffect(() => {
    if (isHeld || props.stays) return;
    const timer = setTimeout(() => close.current(), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [isHeld, props.stays]);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    const shut = (event: KeyboardEvent): void => {
      if (event.key === "Escape") close.current();
    };
    element?.addEventListener("keydown", shut);
    return () => element?.removeEventListener("keydown", shut);
  }, []);
  return (
    <div
      ref={box}
      className="toast toast--float"
      role={props.stays ? "alert" : "status"}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {props.children}
      <button type="button" className="toast__x" aria-label="Close" onClick={props.onClose}>
        <Icon name="x" />
      </button>
    </div>
  );
}
