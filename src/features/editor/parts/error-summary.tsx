import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { amountText } from "#core/number-text.ts";
import { labelOfField } from "./form.ts";
import type { EditorHandle } from "./use-editor.ts";

export function ErrorSummary(props: { editor: EditorHandle }): ReactNode {
  const { editor } = props;
  const { state, notes } = editor;
  if (!state.showsAll || notes.length === 0) return null;
  return (
    <section className="alert alert--neg ed-sum" aria-label="What to correct" tabIndex={-1} data-field="summary">
      <CircleAlert className="icon" size={18} strokeWidth={1.75} aria-hidden="true" />
      <div className="grow">
        <p className="semi">{`${amountText(notes.length, "field")} to correct`}</p>
        <ul className="ed-sum__l">
          {notes.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              <button type="button" className="ed-sum__b" onClick={() => editor.goTo(field)}>
                {labelOfField(state.form, field)}: {message}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
