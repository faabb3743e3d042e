import { useState, type ReactNode } from "react";
import { sentenceOf } from "#core/api-client.ts";
import { QuestionDialog } from "./form-dialog.tsx";
import { FormError } from "./form-error.tsx";
import { ButtonLabel } from "./form-submit.tsx";

/**
 * Asks before something irreversible. Stays open while the action runs, and after a failure shows the reason. The
 * caller closes it in `onClose`, also after success.
 */
export function ConfirmDialog(props: {
  title: string;
  children: ReactNode;
  /** e.g. "Delete for good" */
  confirm: string;
  /** While it runs, e.g. "Deleting". */
  loading: string;
  isDanger?: boolean;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}): ReactNode {
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<string>();
  const run = async (): Promise<void> => {
    if (isRunning) return;
    setRunning(true);
    setProblem(undefined);
    try {
      await props.onConfirm();
    } catch (failure) {
      setProblem(sentenceOf(failure));
      setRunning(false);
    }
  };
  return (
    <QuestionDialog
      title={props.title}
      onClose={() => {
        if (!isRunning) props.onClose();
      }}
      actions={
        <>
          <button type="button" className="btn btn--s" data-safe="" disabled={isRunning} onClick={props.onClose}>
            Cancel
          </button>
          <button
            type="button"
            className={`btn ${props.isDanger ? "btn--d" : "btn--p"} btn--submit`}
            aria-disabled={isRunning || undefined}
            onClick={() => void run()}
          >
            <ButtonLabel isLoading={isRunning} loadingLabel={props.loading}>
              {props.confirm}
            </ButtonLabel>
          </button>
        </>
      }
    >
      {props.children}
      <FormError message={problem} className="dialog__bad" />
    </QuestionDialog>
  );
}
