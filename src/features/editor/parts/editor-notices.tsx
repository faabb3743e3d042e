import { History, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { ErrorSummary } from "./error-summary.tsx";
import type { EditorHandle } from "./use-editor.ts";

export function EditorNotices(props: { editor: EditorHandle }): ReactNode {
  const { editor } = props;
  return (
    <div className="ed-notes">
      <ErrorSummary editor={editor} />
      {editor.wasRestored && editor.isDirty && !editor.stale && (
        <div className="alert" role="status">
          <History className="icon" size={18} strokeWidth={1.75} aria-hidden="true" />
          <p className="grow">This is your draft from before, not saved yet.</p>
          <button type="button" className="btn btn--s btn--sm" onClick={editor.discard}>
            Discard draft
          </button>
        </div>
      )}
      {editor.stale && (
        <div className="alert alert--warn" role="alert">
          <TriangleAlert className="icon" size={18} strokeWidth={1.75} aria-hidden="true" />
          <div className="grow">
            <p>This profile was changed somewhere else in the meantime. Your draft is still here.</p>
            <div className="ed-notes__do">
              <button type="button" className="btn btn--s btn--sm" onClick={editor.takeTheirs}>
                Load the other version
              </button>
              <button type="button" className="btn btn--s btn--sm" onClick={editor.keepMine}>
                Keep mine and overwrite it
              </button>
            </div>
          </div>
        </div>
      )}
      {editor.putAside && (
        <div className="alert" role="status">
          <History className="icon" size={18} strokeWidth={1.75} aria-hidden="true" />
          <p className="grow">This is the version saved elsewhere. Your draft is put aside.</p>
          <button type="button" className="btn btn--s btn--sm" onClick={editor.bringBack}>
            Bring my draft back
          </button>
        </div>
      )}
    </div>
  );
}
