import { useEffect, type ReactNode } from "react";
import { useBlocker } from "react-router";
import { QuestionDialog } from "#ui/form-dialog.tsx";

/** Asks before a page with unsaved changes is left: by our own dialog, on leaving the site by the browser's. */
export function LeaveQuestion(props: {
  isDirty: boolean;
  /** True while the page itself navigates away: it must not ask then. */
  isLeaving: () => boolean;
  /** Names the unsaved changes. Inserted in the middle of a sentence. */
  what: string;
  /** Names changes that no draft stores, so that leaving loses them. Undefined if there are none. */
  lost?: string | undefined;
}): ReactNode {
  const { isDirty, isLeaving, what, lost } = props;
  const asks = isDirty || lost !== undefined;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => asks && !isLeaving() && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!asks) return;
    const ask = (event: BeforeUnloadEvent): void => {
      if (!isLeaving()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [asks, isLeaving]);

  if (blocker.state !== "blocked") return null;
  return (
    <QuestionDialog
      title="Leave without saving?"
      onClose={() => blocker.reset()}
      actions={
        <>
          <button type="button" className="btn btn--g" onClick={() => blocker.proceed()}>
            Leave
          </button>
          <button type="button" className="btn btn--p" data-safe onClick={() => blocker.reset()}>
            Keep editing
          </button>
        </>
      }
    >
      {isDirty && <p>Not saved yet: {what}. They stay on this device as a draft until you save or discard them.</p>}
      {lost !== undefined && (
        <p>
          {isDirty ? "No draft keeps" : "Not saved yet"}: {lost}. It is lost when you leave.
        </p>
      )}
    </QuestionDialog>
  );
}
