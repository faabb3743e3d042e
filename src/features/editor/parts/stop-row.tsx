import { EyeOff, Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { UNDISCLOSED } from "#core/monogram.ts";
import { inOrder, type RoleDraft, type StopDraft } from "#features/pipeline/draft.ts";
import { durationLabel, rangeLabel, shortRangeLabel } from "#features/pipeline/rules.ts";
import { Dotted } from "#ui/dotted.tsx";
import { Face, isLevel, levelName } from "#ui/face.tsx";
import { FieldMessage } from "#ui/form-message.tsx";
import { Mark } from "#features/drawing/parts/marks.tsx";
import { fieldName, fieldsOfStop } from "./form.ts";
import { needsMonths } from "./later.ts";
import { OrderNote } from "./order-note.tsx";
import { roleViewOf } from "./preview.ts";
import { trackKindOf } from "./track-kind.ts";
import type { EditorHandle } from "./use-editor.ts";

/** "May 2016 – August 2016" and "4 mo", or what is still missing. */
function datesOf(role: RoleDraft, today: string, range = rangeLabel): string[] {
  const view = roleViewOf(role, today);
  if (!view) return [role.startDate === "" ? "No dates yet" : "Invalid Date"];
  const placed = { ...view, position: 0 };
  // Non-breaking space: "10 mo" must not be split over two lines.
  const duration = durationLabel(placed, today).replaceAll(" ", "\u00a0");
  return [range(placed), duration];
}

/** "May 2016 – August 2016 · 4 mo", or what is still missing. */
export function datesInWords(role: RoleDraft, today: string): string {
  return datesOf(role, today)
    .filter((part) => part !== "")
    .join(" · ");
}

/** The ring of a stop, its logo inside once the company is known. */
export function StopRing(props: { stop: StopDraft; hasError: boolean }): ReactNode {
  const { stop } = props;
  const name = stop.companyName.trim();
  const classes = ["st st--l", name === "" ? "st--empty" : "", props.hasError ? "st--err" : ""];
  return (
    <span className={classes.filter(Boolean).join(" ")} data-kind={name === "" ? "n" : trackKindOf(stop)}>
      {name !== "" && <Mark name={name} logo={stop.logo} />}
    </span>
  );
}

/** A collapsed stop: a summary, and buttons to edit and remove it. */
export function StopRow(props: { editor: EditorHandle; stop: StopDraft; today: string }): ReactNode {
  const { editor, stop, today } = props;
  const name = stop.companyName.trim();
  const roles = inOrder([stop])[0]?.roles ?? [];
  const what = name === "" ? "this stop" : name;
  const note = fieldsOfStop(stop)
    .map(editor.noteAt)
    .find((message) => message !== undefined);
  const level = (roles.at(-1)?.rating ?? 0) / 20;
  return (
    <li className="eb" data-t={trackKindOf(stop)}>
      <StopRing stop={stop} hasError={note !== undefined} />
      <div className="eb-row">
        <div className="grow">
          {roles.map((role) => (
            <div key={role.tempId2} className="eb-role">
              <p className="semi eb-name">
                {role.title.trim() || "No title yet"} <span className="dim eb-at">at {name || "…"}</span>
              </p>
              <p className="small faint num hide-s">
                <Dotted parts={datesOf(role, today)} />
              </p>
              {/* Beside two buttons, "September 2020 – December 2023" takes two lines of a phone. */}
              <p className="small faint num hide-m">
                <Dotted parts={datesOf(role, today, shortRangeLabel)} />
              </p>
            </div>
          ))}
          {stop.roles.some(needsMonths) && <p className="tag eb-keptag">Needs months</p>}
          {stop.undisclosed === true && (
            <p className="tag eb-keptag">
              <EyeOff className="icon" size={14} strokeWidth={2} aria-hidden="true" />
              Others see: {UNDISCLOSED}
            </p>
          )}
          <FieldMessage id={`row-${stop.tempId2}`}>{note}</FieldMessage>
        </div>
        {isLevel(level) && (
          <span className="faced hide-s">
            <Face level={level} size={22} />
            <span className="sr">You rated it: {levelName(level)}</span>
          </span>
        )}
        <button
          type="button"
          className="btn btn--g btn--icon eb-b"
          aria-label={`Edit ${what}`}
          data-field={fieldName.row(stop.tempId2)}
          onClick={() => editor.openStop(stop.tempId2)}
        >
          <Pencil className="icon" size={17} strokeWidth={1.75} aria-hidden="true" />
        </button>
        <button
          type="button"
          className="btn btn--g btn--icon eb-b"
          aria-label={`Remove ${what}`}
          onClick={() => editor.removeStop(stop)}
        >
          <Trash2 className="icon" size={17} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </div>
      <OrderNote editor={editor} stop={stop} />
    </li>
  );
}
