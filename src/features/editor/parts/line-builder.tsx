import { EyeOff, GraduationCap, Plus } from "lucide-react";
import { Fragment, useEffect, useId, useRef, useState, type ReactNode, type RefObject } from "react";
import { MAX_STOPS, MESSAGES } from "#features/pipeline/check.ts";
import type { StopDraft } from "#features/pipeline/draft.ts";
import { lineClass, Mark } from "#features/drawing/parts/marks.tsx";
import { fieldName, type ProfileForm } from "./form.ts";
import { MonthsNudge } from "./months-nudge.tsx";
import { numbersOf } from "./state.ts";
import { StopFormPanel } from "./stop-form.tsx";
import { StopRow } from "./stop-row.tsx";
import { trackKindOf } from "./track-kind.ts";
import type { EditorHandle } from "./use-editor.ts";

function addLabel(before: StopDraft | undefined, after: StopDraft | undefined): string {
  const from = before?.companyName.trim() ?? "";
  const to = after?.companyName.trim() ?? "";
  if (from !== "" && to !== "") return `Add a stop between ${from} and ${to}`;
  if (to !== "") return `Add a stop before ${to}`;
  if (from !== "") return `Add a stop after ${from}`;
  return after ? "Add a stop before" : "Add another stop";
}

/** A stop or role that was just added gets the focus in its first field. */
function useFocusOnAdded(list: RefObject<HTMLElement | null>, stops: readonly StopDraft[]): void {
  const known = useRef(new Set(numbersOf(stops)));
  useEffect(() => {
    const before = known.current;
    known.current = new Set(numbersOf(stops));
    for (const stop of stops) {
      const role = stop.roles.find(({ tempId2 }) => !before.has(tempId2));
      if (!role || role.title !== "") continue;
      const field = before.has(stop.tempId2) ? fieldName.title(role.tempId2) : fieldName.company(stop.tempId2);
      list.current?.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus();
    }
  }, [list, stops]);
}

function Heading(): ReactNode {
  const guidelines = useId();
  const [isGuideOpen, setGuideOpen] = useState(false);
  return (
    <>
      <div className="row between row--wrap">
        <h2 className="h-sec" id="ed-line" tabIndex={-1} data-field="line">
          Your line
        </h2>
        <button
          type="button"
          className="link small ed-guide"
          aria-expanded={isGuideOpen}
          aria-controls={guidelines}
          onClick={() => setGuideOpen(!isGuideOpen)}
        >
          Guidelines
        </button>
      </div>
      {/* In its own row: beside the heading it would get only half the width. */}
      <ul className="guide__l small dim" id={guidelines} hidden={!isGuideOpen}>
        <li>One stop per company. Came back, or changed jobs there? Add a second role to its stop.</li>
        <li>A month is enough for a date. Tick Current for the job you have now.</li>
        <li>Only you see your own ratings; for others they are part of a company’s rating.</li>
      </ul>
    </>
  );
}

function SchoolRow({ form }: { form: ProfileForm }): ReactNode {
  const { logo, schoolName } = form.school;
  const name = schoolName.trim();
  return (
    <li className="eb eb--school" data-t="gap">
      {name === "" ? (
        <span className="st st--l st--empty" data-kind="school">
          <GraduationCap className="icon" size={20} strokeWidth={1.75} aria-hidden="true" />
        </span>
      ) : (
        <span className="st st--l" data-kind="school">
          <Mark name={name} logo={logo} />
        </span>
      )}
      <div className="eb-row eb-row--bare">
        <div>
          <p className="semi eb-name">{name || "Your school"}</p>
          <p className="small faint">Your line starts here</p>
          {form.hideSchool && name !== "" && (
            <p className="tag eb-keptag">
              <EyeOff className="icon" size={14} strokeWidth={2} aria-hidden="true" />
              Others do not see it
            </p>
          )}
        </div>
      </div>
    </li>
  );
}

/** "Your line": the school, then rings to add a stop before, between and after, and the stops themselves. */
export function LineBuilder(props: { editor: EditorHandle; today: string }): ReactNode {
  const { editor, today } = props;
  const { state, dispatch } = editor;
  const { stops } = state.form.pipeline;
  const isFull = stops.length >= MAX_STOPS;
  const list = useRef<HTMLOListElement>(null);
  useFocusOnAdded(list, stops);

  const addButton = (at: number): ReactNode => {
    const before = stops[at - 1];
    const label = addLabel(before, stops[at]);
    const isLast = at === stops.length;
    const track = isLast ? "n" : before ? trackKindOf(before) : "gap";
    // Only the piece of the line between two stops, so that the rings stay where they are.
    if (isFull) return isLast ? null : <li className="eb-add" data-t={track} aria-hidden="true" />;
    return (
      <li className={isLast ? "eb-add eb-add--full" : "eb-add"} data-t={track}>
        <button
          type="button"
          className="plus"
          aria-label={label}
          data-field={fieldName.add(at)}
          onClick={() => dispatch({ do: "pipeline", action: { do: "add-stop", at } })}
        >
          <Plus className="icon" size={isLast ? 18 : 16} strokeWidth={2} aria-hidden="true" />
        </button>
        <span className="eb-add__t" aria-hidden="true">
          {label}
        </span>
      </li>
    );
  };

  return (
    <section className="sec ed-line" aria-labelledby="ed-line">
      <Heading />
      <MonthsNudge editor={editor} />
      <p className="small dim ed-order">Stops stand in order of their start date.</p>
      <ol ref={list} className={`builder ${lineClass(state.base._id)}`}>
        <SchoolRow form={state.form} />
        {addButton(0)}
        {stops.map((stop, index) => (
          <Fragment key={stop.tempId2}>
            {state.open.includes(stop.tempId2) ? (
              <StopFormPanel editor={editor} stop={stop} index={index} today={today} />
            ) : (
              <StopRow editor={editor} stop={stop} today={today} />
            )}
            {addButton(index + 1)}
          </Fragment>
        ))}
      </ol>
      {isFull && <p className="small dim">{MESSAGES.tooManyStops}</p>}
    </section>
  );
}
