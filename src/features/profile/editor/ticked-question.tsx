import type { ReactNode } from "react";
import { QuestionDialog } from "#ui/form-dialog.tsx";

/** Asked before a save beside an import whose ticked rows are not in the line yet; going back is the safe answer. */
export function TickedQuestion(props: { onBack: () => void; onWithout: () => void; onAdd: () => void }): ReactNode {
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
