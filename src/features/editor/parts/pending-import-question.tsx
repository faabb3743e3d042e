import type { ReactNode } from "react";
import { QuestionDialog } from "#ui/form-dialog.tsx";

/** Asked before a save while ticked rows of an import are not in the pipeline yet; going back is the safe answer. */
export function PendingImportQuestion(props: {
  onBack: () => void;
  onWithout: () => void;
  onAdd: () => void;
}): ReactNode {
  return (
    <QuestionDialog
      title="Add what is ticked first?"
      onClose={props.onBack}
      actions={
        <>
          <button type="button" className="btn btn--g" onClick={props.onWithout}>
            Save without
          </button>
          <button type="button" className="btn btn--s" data-safe onClick={props.onBack}>
            Keep checking
          </button>
          <button type="button" className="btn btn--p" onClick={props.onAdd}>
            Add and save
          </button>
        </>
      }
    >
      <p>What you ticked in the imported file is not in your line yet.</p>
    </QuestionDialog>
  );
}
