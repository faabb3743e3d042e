import { CalendarDays } from "lucide-react";
import { useState, type ReactNode } from "react";
import { amountText } from "#core/number-text.ts";
import "./later.css";
import { fieldName } from "./form.ts";
import { isPutOff, putOff, rolesWithoutMonths } from "./later.ts";
import type { EditorHandle } from "./use-editor.ts";

/** Asks for months if only years are known. Not after an import on the same visit, which has asked enough already. */
export function MonthsNudge({ editor }: { editor: EditorHandle }): ReactNode {
  const { base, form, saved } = editor.state;
  const [roughBefore] = useState(() => rolesWithoutMonths(saved.pipeline.stops).length);
  const [isClosed, setClosed] = useState(() => isPutOff(base._id, roughBefore, localStorage));
  const rough = rolesWithoutMonths(form.pipeline.stops);
  const [first] = rough;
  if (!first || roughBefore === 0 || isClosed) return null;
  return (
    <div className="ed-hint ed-nudge small" role="group" aria-label="Needs months">
      <CalendarDays className="icon" size={16} strokeWidth={2} aria-hidden="true" />
      <p className="grow">
        {amountText(rough.length, "job has", "jobs have")} only years. With months your line is drawn to scale.
      </p>
      <button
        type="button"
        className="btn btn--s btn--sm"
        onClick={() => editor.goTo(fieldName.startDate(first.role.tempId2))}
      >
        Add months at {first.stop.companyName.trim()}
      </button>
      <button
        type="button"
        className="btn btn--g btn--sm"
        onClick={() => {
          putOff(base._id, rough.length, localStorage);
          setClosed(true);
          editor.goTo("line");
        }}
      >
        Not now
      </button>
    </div>
  );
}
