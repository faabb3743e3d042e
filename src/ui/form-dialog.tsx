import { useId, useLayoutEffect, useRef, type ReactNode } from "react";

/**
 * A question that has to be answered first. The browser's own modal dialog:
 * the focus stays inside and goes back afterwards, Escape is `onClose`. The
 * answer marked `data-safe` has the focus at first.
 */
export function QuestionDialog(props: {
  title: string;
  children: ReactNode;
  /** Left out where the children bring their own. */
  actions?: ReactNode;
  /** "dialog" for a form, which is no question. */
  kind?: "dialog";
  /** For content as wide as a page. */
  isWide?: boolean;
  onClose: () => void;
}): ReactNode {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the element leaves the page: one that is gone already gives the focus back to nobody.
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
