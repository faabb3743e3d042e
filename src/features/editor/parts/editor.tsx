import type { ReactNode } from "react";
import { LeaveQuestion } from "#features/profile/parts/leave-question.tsx";
import type { OwnProfile } from "#features/profile/schema.ts";
import "./stop-form.css";
import "./levels.css";
import { reportHeightAs } from "#ui/bar-height.ts";
import { Toast } from "#ui/form-toast.tsx";
import { AdviceBar } from "./advice-bar.tsx";
import { changesInWords, fieldName } from "./form.ts";
import { ImportMount } from "./import-mount.tsx";
import { VisibilityQuestion } from "./visibility-question.tsx";
import { LineBuilder } from "./line-builder.tsx";
import { RateStops } from "./rate-stops.tsx";
import { AnonymitySection } from "./anonymity-section.tsx";
import { EditorNotices } from "./editor-notices.tsx";
import { Preview } from "./preview-section.tsx";
import { SaveBar } from "./save-bar.tsx";
import type { Removed } from "./state.ts";
import { useEditor } from "./use-editor.ts";
import { YouSection } from "./you-section.tsx";

const footHeight = reportHeightAs("--foot-h");

function removedInWords(removed: Removed): string {
  if (removed.what === "draft") return "Discarded your unsaved changes.";
  if (removed.what === "role") return `Removed the role ${removed.form.title.trim()}`.trim() + ".";
  return `Removed ${removed.form.companyName.trim() || "a stop"}.`;
}

/** The whole edit page below its loader. Draws in the browser only. */
export function Editor(props: { profile: OwnProfile; today: string }): ReactNode {
  const { profile, today } = props;
  const editor = useEditor(profile);
  const { state, isDirty } = editor;

  return (
    <form
      className="ed-page"
      method="post"
      noValidate
      aria-label={profile.created ? "Edit Your Profile" : "Create Your Profile"}
      onSubmit={(event) => {
        event.preventDefault();
        void editor.save();
      }}
    >
      <div className="wrap ed">
        <div className="ed-main">
          <header className="ed-h">
            <h1 className="h-page" tabIndex={-1} data-field={fieldName.top}>
              {profile.created ? "Edit Your Profile" : "Create Your Profile"}
            </h1>
            <p className="lead ed-lead">Put your stops in order. If you like, you can remain 100% anonymous.</p>
          </header>
          <EditorNotices editor={editor} />
          <ImportMount editor={editor} today={today} />
          <YouSection editor={editor} />
          <LineBuilder editor={editor} today={today} />
        </div>
        <aside className="ed-side">
          <Preview form={state.form} base={state.base} today={today} />
          <AnonymitySection editor={editor} />
        </aside>
      </div>
      <div className="ed-foot" ref={footHeight}>
        {state.removed && (
          <Toast
            key={state.removed.what === "draft" ? `draft-${state.removed.time}` : state.removed.form.tempId2}
            onClose={editor.forgetRemoved}
          >
            <span id="ed-removed">{removedInWords(state.removed)}</span>
            {/* The pressed button has disappeared, so the focus moves to this notice. */}
            <button
              type="button"
              className="toast__act"
              autoFocus
              aria-describedby="ed-removed"
              onClick={editor.undoRemoval}
            >
              Undo
            </button>
          </Toast>
        )}
        {!editor.isReviewing && (
          <>
            <AdviceBar editor={editor} />
            <SaveBar editor={editor} />
          </>
        )}
      </div>
      {editor.publication && (
        <VisibilityQuestion
          publication={editor.publication}
          form={state.form}
          onBack={editor.forgetSave}
          onSave={() => void editor.save("sure")}
        />
      )}
      {editor.isRating && <RateStops editor={editor} today={today} />}
      <LeaveQuestion
        isDirty={isDirty}
        isLeaving={editor.isLeaving}
        what={changesInWords(editor.changes) || "your changes"}
        lost={editor.isChecking ? "the open check of your import" : undefined}
      />
    </form>
  );
}
