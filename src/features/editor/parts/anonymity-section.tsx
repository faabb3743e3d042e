import { Undo2 } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { AnonymityMeter } from "#features/anonymity/parts/anonymity-meter.tsx";
import type { Crowd } from "#features/anonymity/rules.ts";
import type { AnonymityAnswer } from "#features/anonymity/schema.ts";
import { anonymityQuestionOf, type AnonymityQuestion } from "./anonymity-question.ts";
import type { EditorHandle } from "./use-editor.ts";
import { useAnonymityCheck, type AnonymityOutcome } from "./use-anonymity-check.ts";

/** A stop by its number, the school, or all titles that others read as written. */
type Advice = number | "school" | "titles";

const INSTEAD = {
  public: "Your name stands on your line, so there is nothing to measure: everybody can see that it is yours.",
  private:
    "Nobody else sees your line, so nobody can recognise it. In numbers about companies and schools it counts together with other hidden people, never alone.",
} as const;

const TROUBLE = {
  "used-up":
    "The meter has answered 60 times today, which is as often as it can. It is back tomorrow. Everything else goes on as before, and whatever you keep back is kept back.",
  offline: "There is no connection at the moment. The meter goes on by itself when there is one.",
  failed: "The meter could not answer.",
} as const;

function isMeter(outcome: AnonymityOutcome): outcome is AnonymityAnswer {
  return typeof outcome === "object";
}

/** What is best hidden next, as the form calls it. */
function adviceOf(meter: AnonymityAnswer, question: AnonymityQuestion | undefined): Advice | undefined {
  if (meter.worst === -1 || !question) return undefined;
  return question.stops[meter.worst] ?? (meter.worst === question.stops.length ? "school" : "titles");
}

const CROWD_WORDS: Readonly<Record<Crowd, string>> = {
  "under-5": "fewer than 5 people",
  "5-19": "5 to 19 people",
  "20-plus": "20 people or more",
};

/** What is left where nothing more can be kept back, and that is not enough. */
const NOTHING_LEFT: Readonly<Record<Exclude<Crowd, "20-plus">, string>> = {
  "under-5":
    "Everything is kept back, and still fewer than 5 others have years like yours. What is left is to remove a stop, or to be private.",
  "5-19":
    "Everything is kept back, and 5 to 19 others have years like yours. What is left is to remove a stop, or to be private.",
};

/** Where no advice leads out of red: said before the first is given, which promises nothing then. */
const NO_HELP =
  "Keeping things back does not lead out of red here yet: too few people are anonymous. Private is what hides you.";

function promiseOf(meter: AnonymityAnswer, advised: Advice): string {
  if (meter.crowd === meter.cured)
    return "That alone is not enough for the next step; the meter then names the next one.";
  const cure = advised === "titles" ? "With the catalogue's titles" : "With it kept back";
  return `${cure}, ${CROWD_WORDS[meter.cured]} share it.`;
}

/** What identifies most. Of titles it says what the choice costs. */
function reasonOf(advised: Advice, name: string): ReactNode {
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

const REMEDY = { school: "Hide the school", titles: "Show the catalogue's titles" } as const;

/** What was done, as the form calls it. */
function doneText(taken: Advice, name: string): string {
  if (taken === "titles") return "Your titles are shown as the catalogue's.";
  return taken === "school" ? "Your school is hidden." : `${name} is kept back.`;
}

/** "Anonymity": how many others the pipeline could be, what narrows it most, and what to do about it. */
export function AnonymitySection({ editor }: { editor: EditorHandle }): ReactNode {
  const { form } = editor.state;
  const question = anonymityQuestionOf(form);
  const { outcome, retry } = useAnonymityCheck(question);
  const [taken, setTaken] = useState<Advice>();
  /** How often advice was taken or taken back. */
  const [moves, setMoves] = useState(0);
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

  // The focus waits at the section for the answer, so that a second Enter undoes nothing, and goes on to what is next.
  useEffect(() => {
    if (moves > 0) section.current?.focus({ preventScroll: true });
  }, [moves]);
  useEffect(() => {
    if (outcome !== "asking" && document.activeElement === section.current) (advice.current ?? undo.current)?.focus();
  }, [moves, outcome]);

  const advised = isMeter(outcome) ? adviceOf(outcome, question) : undefined;
  const isNoHelp = advised !== undefined && isMeter(outcome) && outcome.best === "under-5";
  const isTaken = taken !== undefined && isHiddenNow(taken);
  return (
    <section className="sec" aria-labelledby="ed-meter" ref={section} tabIndex={-1}>
      <h2 className="h-sec" id="ed-meter">
        Anonymity
      </h2>
      {form.visibility !== "anonymous" ? (
        <p className="meter__p">{INSTEAD[form.visibility]}</p>
      ) : outcome === "nothing" ? (
        <p className="meter__p">Add a stop to see how many people share a line like yours.</p>
      ) : outcome === "asking" || isMeter(outcome) ? (
        <>
          {outcome === "asking" && <p className="meter__p dim">Counting…</p>}
          <AnonymityMeter
            crowd={isMeter(outcome) ? outcome.crowd : undefined}
            isTrial={isMeter(outcome) && outcome.isTrial}
          />
        </>
      ) : (
        <div className="meter__p" role="status">
          <p>{TROUBLE[outcome]}</p>
          {outcome !== "used-up" && (
            <button type="button" className="btn btn--s btn--sm" onClick={retry}>
              Try again
            </button>
          )}
        </div>
      )}
      {isMeter(outcome) && advised !== undefined && (
        <div className="meter__a">
          {isNoHelp && <p role="status">{NO_HELP}</p>}
          <p>
            {reasonOf(advised, nameOf(advised))}
            {isNoHelp ? "" : ` ${promiseOf(outcome, advised)}`}
          </p>
          <button
            key={advised}
            type="button"
            className="btn btn--s btn--sm"
            ref={advice}
            onClick={() => apply(advised, true)}
          >
            {typeof advised === "number" ? "Keep this company back" : REMEDY[advised]}
          </button>
        </div>
      )}
      {isMeter(outcome) && outcome.crowd !== "20-plus" && advised === undefined && (
        <div className="meter__a">
          <p role="status">{NOTHING_LEFT[outcome.crowd]}</p>
        </div>
      )}
      {isTaken && form.visibility === "anonymous" && (
        <div className="meter__a" key={`kept ${taken}`}>
          <p role="status">{doneText(taken, nameOf(taken))} Others see it so once you save.</p>
          <button type="button" className="btn btn--g btn--sm" ref={undo} onClick={() => apply(taken, false)}>
            <Undo2 className="icon" size={16} strokeWidth={2} aria-hidden="true" />
            Undo
          </button>
        </div>
      )}
      {form.visibility === "anonymous" && (
        <details className="guide small">
          <summary className="link">What this counts</summary>
          <ul className="guide__l dim">
            <li>
              Other anonymous people who show any two of the same things: companies with the{" "}
              {form.showMonths ? "month" : "year"} they began there, the school, and titles as you wrote them. The worst
              two count. Somebody who shows months covers you only where yours are the same. Invented demo people are no
              cover, and counted only while fewer than 20 real people are anonymous.
            </li>
            <li>
              Others read a title that is not in the catalogue as the catalogue&apos;s of its level and field, unless
              you choose your own words. Your own words cover only who wrote the same.
            </li>
            <li>
              The catalogue&apos;s titles, ends and kinds of jobs are not counted, though they are shown: somebody who
              knows your titles, or when a job ended, can recognise even a green line.
            </li>
            <li>
              A line that names every company is nearly always recognised by somebody who knows two of its jobs and when
              they began. A company kept back shows your title and your years there, and nothing else. On a young site
              it can take keeping back all of them to reach green, and even that may not be enough.
            </li>
            <li>
              Nobody can promise more: somebody who knows you well knows your line. Nothing of what is asked here is
              kept.
            </li>
          </ul>
        </details>
      )}
    </section>
  );
}
