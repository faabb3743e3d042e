import { ArrowUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { formatDate } from "#core/calendar.ts";
import type { StopDraft } from "#features/pipeline/draft.ts";
import { outOfOrder, startOf } from "./order.ts";
import type { EditorHandle } from "./use-editor.ts";

function nameOf(stop: StopDraft): string {
  return stop.companyName.trim() || "This stop";
}

function withStart(stop: StopDraft): string {
  return `${nameOf(stop)} (${formatDate(startOf(stop) ?? "")})`;
}

/** Explains under a stop why it has its place, or where it will move. */
export function OrderNote(props: { editor: EditorHandle; stop: StopDraft }): ReactNode {
  const { editor, stop } = props;
  const wrong = outOfOrder(editor.state.form.pipeline.stops);
  const isWrong = wrong?.stop.tempId2 === stop.tempId2;
  if (!isWrong && editor.state.moved !== stop.tempId2) return null;
  return (
    <div className="ed-hint eb-order small" role="status">
      <ArrowUpDown className="icon" size={16} strokeWidth={2} aria-hidden="true" />
      {isWrong ? (
        <>
          <p className="grow">
            Stops stand in order of their start date: {withStart(stop)} goes before {withStart(wrong.before)}.
          </p>
          <button type="button" className="btn btn--s btn--sm" onClick={() => editor.putInOrder(stop.tempId2)}>
            Put in order
          </button>
        </>
      ) : (
        <p className="grow">{nameOf(stop)} moved here: stops stand in order of their start date.</p>
      )}
    </div>
  );
}
