import type { ReactNode } from "react";
import { QuestionDialog } from "#ui/form-dialog.tsx";

/** Asked if a new file would replace a review that has choices. */
export function ReplaceQuestion(props: { onKeep: () => void; onReplace: () => void }): ReactNode {
  return (
    <QuestionDialog
      title="Check the new file instead?"
      onClose={props.onKeep}
      actions={
        <>
          <button type="button" className="btn btn--g" onClick={props.onReplace}>
            Check the new file
          </button>
          <button type="button" className="btn btn--p" data-safe onClick={props.onKeep}>
            Keep this check
          </button>
        </>
      }
    >
      <p>What you ticked and filled in for the file before is not in your line yet.</p>
    </QuestionDialog>
  );
}
