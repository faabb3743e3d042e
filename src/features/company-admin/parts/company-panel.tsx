import { X } from "lucide-react";
import { useId, useLayoutEffect, useRef, useSyncExternalStore, type KeyboardEvent, type ReactNode } from "react";

/** Where the panel stands beside the list, as page-admin-companies.css has it; below it covers the screen. */
const BESIDE = "(min-width: 1240px)";

function subscribe(changed: () => void): () => void {
  const query = matchMedia(BESIDE);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

/**
 * A form beside the list, or over it where there is no room. The browser's own
 * dialog: over the list the focus stays inside, and when it is shut the focus
 * goes back to where it came from. Escape is `onClose`. What is marked
 * `data-first` has the focus at first.
 */
export function SidePanel(props: { title: string; onClose: () => void; children: ReactNode }): ReactNode {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const isBeside = useSyncExternalStore(
    subscribe,
    () => matchMedia(BESIDE).matches,
    () => true,
  );
  useLayoutEffect(() => {
    const element = dialog.current;
    if (isBeside) element?.show();
    else element?.showModal();
    // Before the element leaves the page: one that is gone already gives the focus back to nobody.
    return () => element?.close();
  }, [isBeside]);
  useLayoutEffect(() => {
    dialog.current?.querySelector<HTMLElement>("[data-first] :is(input, textarea), [data-first]:is(button)")?.focus();
  }, []);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    props.onClose();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape, which the browser gives modal dialogs alone
    <dialog
      ref={dialog}
      className="cmp-panel panel"
      aria-labelledby={id}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose();
      }}
    >
      <div className="cmp-panel__h">
        <h2 className="h-sec" id={id}>
          {props.title}
        </h2>
        <button type="button" className="btn btn--g btn--icon btn--44" aria-label="Close" onClick={props.onClose}>
          <X className="icon" size={18} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </div>
      {props.children}
    </dialog>
  );
}
