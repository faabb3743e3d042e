import type { ReactNode } from "react";
import { SubmitButton } from "#ui/form-submit.tsx";
import { FieldMessage } from "#ui/form-message.tsx";
import { changesInWords, fieldName } from "./form.ts";
import type { EditorHandle } from "./use-editor.ts";

export function SaveBar(props: { editor: EditorHandle }): ReactNode {
  const { changes, isDirty, isSaving, message, state, discard } = props.editor;
  const words = changesInWords(changes);
  return (
    <div className="savebar" role="group" aria-label="Save" tabIndex={-1} data-field={fieldName.bar}>
      <div className="wrap savebar__in">
        {isDirty ? (
          <p className="ui row savebar__w">
            <span className="dot-unsaved" aria-hidden="true" />
            <span>
              <span className="semi">Unsaved changes</span>
              {words !== "" && <span className="dim hide-s"> · {words}</span>}
            </span>
          </p>
        ) : (
          <p className="ui dim savebar__w">{state.base.created ? "Everything is saved" : "Nothing to save yet"}</p>
        )}
        <div className="savebar__e">
          <div role="alert">
            <FieldMessage id="ed-message">{message}</FieldMessage>
          </div>
          {state.showsAll && props.editor.notes.length > 1 && (
            <button type="button" className="link small" onClick={() => props.editor.goTo("summary")}>
              See all {props.editor.notes.length}
            </button>
          )}
        </div>
        <div className="savebar__do">
          {isDirty && (
            <button type="button" className="btn btn--g" disabled={isSaving} onClick={discard}>
              Discard
            </button>
          )}
          <SubmitButton className="btn btn--p" isLoading={isSaving} isDisabled={!isDirty} loadingLabel="Saving">
            Save
          </SubmitButton>
        </div>
      </div>
    </div>
  );
}
