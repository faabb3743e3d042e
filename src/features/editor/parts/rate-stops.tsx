import { ArrowLeft } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { Mark } from "#features/drawing/parts/marks.tsx";
import { QuestionDialog } from "#ui/form-dialog.tsx";
import { Face, FACE_NAMES, isLevel, levelName, type Level } from "#ui/face.tsx";
import "./later.css";
import { unratedRoles } from "./later.ts";
import { datesInWords } from "./stop-row.tsx";
import type { EditorHandle } from "./use-editor.ts";

const LEVELS = FACE_NAMES.map((_, index) => index + 1).filter(isLevel);
const MIDDLE: Level = 3;

/**
 * Five buttons with one tab stop. Left, right, Home and End move between them; the keys 1 to 5 press one. Up goes back
 * one role, down skips one.
 */
function Faces(props: { level: number; onLevel: (level: Level) => void; onSkip: () => void; onBack: () => void }) {
  const list = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<Level>(MIDDLE);
  const moveTo = (level: number): void => {
    if (!isLevel(level)) return;
    setAt(level);
    list.current?.querySelectorAll("button")[level - 1]?.focus();
  };
  useEffect(() => list.current?.querySelectorAll("button")[MIDDLE - 1]?.focus(), []);
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const figure = Number(event.key);
    if (event.key === "ArrowRight") moveTo(at + 1);
    else if (event.key === "ArrowLeft") moveTo(at - 1);
    else if (event.key === "Home") moveTo(1);
    else if (event.key === "End") moveTo(LEVELS.length);
    else if (event.key === "ArrowDown") props.onSkip();
    else if (event.key === "ArrowUp") props.onBack();
    else if (isLevel(figure)) props.onLevel(figure);
    else return;
    event.preventDefault();
  };
  return (
    <div className="rate__f" role="group" aria-label="How was it?" ref={list} onKeyDown={press}>
      {LEVELS.map((level) => (
        <button
          key={level}
          type="button"
          className={`rate__o face--${level}`}
          aria-label={levelName(level)}
          aria-pressed={props.level === level}
          tabIndex={level === at ? 0 : -1}
          onFocus={() => setAt(level)}
          onClick={() => props.onLevel(level)}
        >
          <Face level={level} size={34} />
        </button>
      ))}
    </div>
  );
}

/** Shows the unrated roles one by one. Pressing a face rates the role and shows the next one. */
export function RateStops({ editor, today }: { editor: EditorHandle; today: string }): ReactNode {
  const { stops } = editor.state.form.pipeline;
  // Fixed at the start: rated roles stay in the list, so that the person can go back to them.
  const [jobs] = useState(() =>
    unratedRoles(stops, today).map(({ stop, role }) => ({ stop: stop.tempId2, role: role.tempId2 })),
  );
  const [at, setAt] = useState(0);
  const found = (job: (typeof jobs)[number] | undefined) => {
    const stop = stops.find(({ tempId2 }) => tempId2 === job?.stop);
    const role = stop?.roles.find(({ tempId2 }) => tempId2 === job?.role);
    return stop && role && { stop, role };
  };
  const current = found(jobs[at]);
  const rated = jobs.filter((job) => (found(job)?.role.rating ?? 0) > 0).length;
  const close = (): void => {
    editor.setRating(false);
    editor.goTo("line");
  };
  const rate = (level: Level): void => {
    const job = jobs[at];
    if (!job) return;
    editor.dispatch({ do: "pipeline", action: { do: "set-role", ...job, change: { rating: level * 20 } } });
    setAt(at + 1);
  };
  const name = current?.stop.companyName.trim() ?? "";
  return (
    <QuestionDialog title="How was it?" kind="dialog" onClose={close}>
      <div className="rate">
        {current ? (
          <>
            <div className="rate__j" role="status">
              <span className="st st--l st--plain" data-kind="full" aria-hidden="true">
                <Mark name={name} logo={current.stop.logo} />
              </span>
              <p>
                <span className="semi rate__t">{current.role.title.trim() || "Your job"}</span>{" "}
                <span className="rate__t">at {name}</span>
                <span className="small faint num rate__d">
                  {datesInWords(current.role, today)}
                  <span className="sr">.</span>
                </span>
                <span className="small faint num">
                  {at + 1} of {jobs.length}
                </span>
              </p>
            </div>
            <Faces
              level={current.role.rating / 20}
              onLevel={rate}
              onSkip={() => setAt(at + 1)}
              onBack={() => setAt(Math.max(0, at - 1))}
            />
            <p className="rate__ends xs faint" aria-hidden="true">
              <span>{levelName(1)}</span>
              <span>{levelName(5)}</span>
            </p>
            <p className="rate__keys xs faint">Arrow keys choose, Enter rates, the down key skips.</p>
          </>
        ) : (
          <p role="status">
            {rated === jobs.length ? `All ${jobs.length} are rated.` : `Rated ${rated} of ${jobs.length}.`} Only you see
            your ratings, and nothing is saved until you save it.
          </p>
        )}
        <div className="dialog__actions">
          {at > 0 && (
            <button type="button" className="btn btn--g" onClick={() => setAt(at - 1)}>
              <ArrowLeft className="icon" size={16} strokeWidth={2} aria-hidden="true" />
              Back
            </button>
          )}
          {current ? (
            <>
              <button type="button" className="btn btn--g" onClick={close}>
                Stop here
              </button>
              <button type="button" className="btn btn--s" onClick={() => setAt(at + 1)}>
                Skip
              </button>
            </>
          ) : (
            <button key="done" type="button" className="btn btn--p" autoFocus onClick={close}>
              Done
            </button>
          )}
        </div>
      </div>
    </QuestionDialog>
  );
}
