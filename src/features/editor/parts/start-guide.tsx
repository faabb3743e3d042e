import { Check } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Link } from "react-router";
import "./start-guide.css";
import { isNew, keepSkipped, readSkipped, STEPS, stepsOf, type Step, type StepState } from "./start-steps.ts";
import type { EditorHandle } from "./use-editor.ts";

const NAMES: Readonly<Record<Step, string>> = {
  jobs: "Bring in your jobs",
  you: "Say who you are",
  save: "Look it over",
};

const SPOKEN: Readonly<Record<StepState, string>> = { done: "done", skipped: "skipped", now: "now", later: "to come" };

function Words({ step, wayBack }: { step: Step; wayBack: string }): ReactNode {
  switch (step) {
    case "jobs":
      return `Drop the archive that LinkedIn gives you, or a résumé file, and check what is in it. Or type your jobs in. Or look around first: “${wayBack}” in the header brings you back.`;
    case "you":
      return "A name is needed, and stays hidden if you remain anonymous. A school is where your line starts.";
    case "save":
      return "“What others see” shows your card as it will be. Nothing is seen by anybody before it is saved.";
  }
}

/** The first minutes of somebody without a line: three steps, each of which may be skipped and brought back. */
export function StartGuide(props: { editor: EditorHandle }): ReactNode {
  const { editor } = props;
  const { form, base } = editor.state;
  const [skipped, setSkipped] = useState(() => readSkipped(base._id, localStorage));
  const heading = useRef<HTMLHeadingElement>(null);
  const isBroughtBack = useRef(false);
  const steps = stepsOf(form, skipped);
  const now = steps.find(({ is }) => is === "now")?.step;
  useEffect(() => {
    if (isBroughtBack.current) heading.current?.focus();
    isBroughtBack.current = false;
  }, [skipped]);
  if (!isNew(base)) return undefined;
  if (now === undefined) {
    return (
      <button
        type="button"
        className="btn btn--g btn--sm start__back"
        onClick={() => {
          isBroughtBack.current = true;
          keepSkipped(base._id, [], localStorage);
          setSkipped([]);
        }}
      >
        Show the short start
      </button>
    );
  }

  const skip = (...more: readonly Step[]): void => {
    const next = STEPS.filter((step) => skipped.includes(step) || more.includes(step));
    keepSkipped(base._id, next, localStorage);
    setSkipped(next);
    // With the last step the start is gone, and the focus goes on to what follows it.
    if (!stepsOf(form, next).some(({ is }) => is === "now")) editor.goTo("import");
  };
  const firstStop = form.pipeline.stops[0]?.tempId2;

  return (
    <section className="panel start" aria-labelledby="ed-start">
      <div className="row between">
        <h2 className="h-sub" id="ed-start" ref={heading} tabIndex={-1}>
          A short start
        </h2>
        <button type="button" className="btn btn--g btn--sm start__x" onClick={() => skip(...STEPS)}>
          Skip all of it
        </button>
      </div>
      <ol className="start__l">
        {steps.map(({ step, is }, index) => (
          <li key={step} className="start__s small" data-is={is} aria-current={is === "now" ? "step" : undefined}>
            <span className="start__r" aria-hidden="true">
              {is === "done" ? <Check className="icon" size={14} strokeWidth={2.5} /> : index + 1}
            </span>
            <span>
              {NAMES[step]}
              <span className="sr">, {SPOKEN[is]}</span>
            </span>
          </li>
        ))}
      </ol>
      <p className="ui" role="status">
        <span className="sr">
          Step {STEPS.indexOf(now) + 1} of {STEPS.length}.{" "}
        </span>
        <Words step={now} wayBack={base.created ? "Edit Profile" : "Create Profile"} />
      </p>
      <div className="start__b">
        {now === "jobs" && (
          <>
            <button type="button" className="btn btn--s btn--sm" onClick={() => editor.goTo("import")}>
              Import a file
            </button>
            <button
              type="button"
              className="btn btn--s btn--sm"
              onClick={() => (firstStop === undefined ? editor.goTo("line") : editor.openStop(firstStop))}
            >
              Start typing
            </button>
            <Link className="btn btn--s btn--sm" to="/discover">
              Look around
            </Link>
          </>
        )}
        {now === "you" && (
          <button type="button" className="btn btn--s btn--sm" onClick={() => editor.goTo("firstName")}>
            Go to your name
          </button>
        )}
        {now === "save" && (
          <button type="button" className="btn btn--s btn--sm" onClick={() => editor.goTo("preview")}>
            See what others see
          </button>
        )}
        <button type="button" className="btn btn--g btn--sm" onClick={() => skip(now)}>
          Skip this step
        </button>
      </div>
    </section>
  );
}
