import { Undo2, X } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { SharingTag } from "#features/anonymity/parts/sharing-tag.tsx";
import type { Sharing } from "#features/anonymity/rules.ts";
import type { AnonymityAnswer } from "#features/anonymity/schema.ts";
import "./advice.css";
import { adviceOf, type Advice } from "./anonymity-question.ts";
import { fieldName } from "./form.ts";
import { isAnswer } from "./use-anonymity-check.ts";
import type { EditorHandle } from "./use-editor.ts";

const SHARING_WORDS: Readonly<Record<Sharing, string>> = {
  "under-5": "fewer than 5 people",
  "5-19": "5 to 19 people",
  "20-plus": "20 people or more",
};

/** The text when every option is hidden and the pipeline is still not anonymous enough. */
const NOTHING_LEFT: Readonly<Record<Exclude<Sharing, "20-plus">, string>> = {
  "under-5":
    "Everything is hidden, and still fewer than 5 others have years like yours. You can still remove a stop, or be private.",
  "5-19": "Everything is hidden, and 5 to 19 others have years like yours. You can still remove a stop, or be private.",
};

/** Shown above the first advice if following all advice would still leave the check red. */
const NO_HELP = "Hiding more does not help here yet: too few people are anonymous. Only private hides you.";

const REMEDY = { school: "Hide the school", titles: "Show the catalogue's titles" } as const;

function promiseOf(answer: AnonymityAnswer, advised: Advice): string {
  if (answer.crowd === answer.cured)
    return "That alone is not enough for the next step; the meter then names the next one.";
  const cure = advised === "titles" ? "With the catalogue's titles" : "With it hidden";
  return `${cure}, ${SHARING_WORDS[answer.cured]} share it.`;
}

/** Names the most identifying part of the pipeline. For own titles, it also explains the risk. */
function Reason({ advised, name }: { advised: Advice; name: string }): ReactNode {
  if (advised === "titles")
    return (
      <>
        <span className="semi">Your titles as you wrote them</span> narrow it down the most: whoever knows one of them
        knows the line.
      </>
    );
  return (
    <>
      <span className="semi">{name}</span> narrows it down the most.
    </>
  );
}

/** Says which advice was followed. */
function doneText(taken: Advice, name: string): string {
  if (taken === "titles") return "Your titles are shown as the catalogue's.";
  return taken === "school" ? "Your school is hidden." : `${name} is undisclosed.`;
}

/** The advice of the anonymity check and a button to follow it. Stands above the save bar, because the scale may be out of view. */
export function AdviceBar({ editor }: { editor: EditorHandle }): ReactNode {
  const { form } = editor.state;
  const { outcome, question } = editor.anonymity;
  const [taken, setTaken] = useState<Advice>();
  /** Counts clicks on the advice and on its undo button. */
  const [moves, setMoves] = useState(0);
  /** The advice that the person closed. Different advice is shown again. */
  const [closed, setClosed] = useState("");
  const section = useRef<HTMLElement>(null);
  const advice = useRef<HTMLButtonElement>(null);
  const undo = useRef<HTMLButtonElement>(null);
  const stopOf = (advised: Advice) => form.pipeline.stops.find(({ tempId2 }) => tempId2 === advised);
  const nameOf = (advised: Advice): string =>
    advised === "school" ? "Your school" : (stopOf(advised)?.companyName.trim() ?? "");
  const isHiddenNow = (advised: Advice): boolean => {
    if (advised === "school") return form.hideSchool;
    return advised === "titles" ? !form.ownTitles : stopOf(advised)?.undisclosed === true;
  };
  const apply = (advised: Advice, isHidden: boolean): void => {
    if (advised === "school") editor.dispatch({ do: "set", change: { hideSchool: isHidden } });
    else if (advised === "titles") editor.dispatch({ do: "set", change: { ownTitles: !isHidden } });
    else editor.dispatch({ do: "pipeline", action: { do: "set-undisclosed", stop: advised, undisclosed: isHidden } });
    setTaken(isHidden ? advised : undefined);
    setMoves(moves + 1);
  };

  // Focus stays on the bar until the next answer, so that a second Enter does not press undo. Then it moves on.
  useEffect(() => {
    if (moves > 0) section.current?.focus({ preventScroll: true });
  }, [moves]);
  useEffect(() => {
    if (outcome !== "asking" && document.activeElement === section.current) (advice.current ?? undo.current)?.focus();
  }, [moves, outcome]);

  if (form.visibility !== "anonymous") return null;
  const answer = isAnswer(outcome) ? outcome : undefined;
  const advised = answer && adviceOf(answer, question);
  const isTaken = taken !== undefined && isHiddenNow(taken);
  const nothingLeft =
    answer && answer.crowd !== "20-plus" && advised === undefined ? NOTHING_LEFT[answer.crowd] : undefined;
  const shown = `${advised ?? ""} ${nothingLeft ?? ""}`;
  const isNoHelp = advised !== undefined && answer?.best === "under-5";
  const hasAdvice = (advised !== undefined || nothingLeft !== undefined) && closed !== shown;
  // Keep the bar on the page while it waits for the next answer, because it has the focus.
  const isWaiting = moves > 0 && outcome === "asking";
  if (!hasAdvice && !isTaken && !isWaiting) return null;
  return (
    <section className="advice" aria-label="Anonymity advice" ref={section} tabIndex={-1}>
      <div className="wrap advice__in">
        {!hasAdvice && !isTaken && <p className="dim">Counting…</p>}
        {hasAdvice && answer && (
          <div className="advice__r">
            <div className="grow">
              {isNoHelp && (
                <p role="status" className="advice__n">
                  {NO_HELP}
                </p>
              )}
              {nothingLeft !== undefined && <p role="status">{nothingLeft}</p>}
              {advised !== undefined && (
                <p>
                  <SharingTag sharing={answer.crowd} /> <Reason advised={advised} name={nameOf(advised)} />
                  {!isNoHelp && <span className="dim advice__m"> {promiseOf(answer, advised)}</span>}
                </p>
              )}
            </div>
            {advised !== undefined && (
              <button
                key={advised}
                type="button"
                className="btn btn--s btn--sm"
                ref={advice}
                onClick={() => apply(advised, true)}
              >
                {typeof advised === "number" ? "Mark it as undisclosed" : REMEDY[advised]}
              </button>
            )}
            <button
              type="button"
              className="btn btn--g btn--icon btn--sm advice__x"
              aria-label="Close this advice"
              onClick={() => {
                setClosed(shown);
                editor.goTo(fieldName.bar);
              }}
            >
              <X className="icon" size={16} strokeWidth={2} aria-hidden="true" />
            </button>
          </div>
        )}
        {isTaken && (
          <div className="advice__r" key={`kept ${taken}`}>
            <p role="status" className="grow">
              {doneText(taken, nameOf(taken))} Others see this once you save.
            </p>
            <button type="button" className="btn btn--g btn--sm" ref={undo} onClick={() => apply(taken, false)}>
              <Undo2 className="icon" size={16} strokeWidth={2} aria-hidden="true" />
              Undo
            </button>
          </div>
        )}
      </div>
    </section>
  );
}
