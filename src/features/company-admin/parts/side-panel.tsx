import { X } from "lucide-react";
import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from "react";
import { useMediaQuery } from "#ui/use-media-query.ts";

/** From this width on, the panel is beside the list; below it, the panel covers the screen. As in company-form.css. */
const BESIDE = "(min-width: 1240px)";

/**
 * A form beside the list, or over it on narrow screens, as a dialog of the browser. When it covers the list, the focus
 * stays inside and returns when it closes. Escape calls `onClose`. The element with `data-first` gets the focus first.
 */
export function SidePanel(props: { title: string; onClose: () => void; children: ReactNode }): ReactNode {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const isBeside = useMediaQuery(BESIDE, true);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (isBeside) element?.show();
    else element?.showModal();
    // Close it before React removes it: a removed dialog does not return the focus.
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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles Escape, which the browser handles for modal dialogs only
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
