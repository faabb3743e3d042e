import { useId, useLayoutEffect, useRef, type ReactNode } from "react";

/**
 * A modal dialog of the browser: the focus stays inside and returns afterwards, Escape calls `onClose`. The button with
 * `data-safe` has the focus first.
 */
export function QuestionDialog(props: {
  title: string;
  children: ReactNode;
  /** Undefined if the children have a title of their own. */
  actions?: ReactNode;
  /** "dialog" for a form, which is not a question. */
  kind?: "dialog";
  /** For content as wide as a page. */
  isWide?: boolean;
  onClose: () => void;
}): ReactNode {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // Close it before React removes it: a removed dialog does not return the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    element?.querySelector<HTMLElement>("[data-safe]")?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={props.isWide ? "dialog dialog--modal dialog--wide" : "dialog dialog--modal"}
      role={props.kind ?? "alertdialog"}
      aria-labelledby={`${id}-title`}
      aria-describedby={props.kind === undefined ? `${id}-text` : undefined}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose();
      }}
    >
      <h2 className="h-sec" id={`${id}-title`}>
        {props.title}
      </h2>
      <div className="dim dialog__text" id={`${id}-text`}>
        {props.children}
      </div>
      {props.actions !== undefined && <div className="dialog__actions">{props.actions}</div>}
    </dialog>
  );
}
