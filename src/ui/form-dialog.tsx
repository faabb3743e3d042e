import { useEffect, useId, useRef, type ReactNode } from "react";

/**
 * A question that has to be answered first. The browser's own modal dialog:
 * the focus stays inside and goes back afterwards, Escape is `onClose`. The
 * answer marked `data-safe` has the focus at first.
 */
export function QuestionDialog(props: {
  title: string;
  children: ReactNode;
  actions: ReactNode;
  onClose: () => void;
}): ReactNode {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    element?.querySelector<HTMLElement>("[data-safe]")?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog dialog--modal"
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
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
      <div className="dialog__actions">{props.actions}</div>
    </dialog>
  );
}
