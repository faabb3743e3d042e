import { Undo2 } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { CrowdMeter } from "#features/meter/parts/crowd-meter.tsx";
import type { Crowd, Meter } from "#features/meter/rules.ts";
import type { MeterAnswer } from "#features/meter/schema.ts";
import { meterQuestionOf, type MeterQuestion } from "./meter-question.ts";
import type { EditorHandle } from "./use-editor.ts";
import { useMeter, type MeterOutcome } from "./use-meter.ts";

/** A stop by its number, or the school. */
type Cure = number | "school";

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

function isMeter(outcome: MeterOutcome): outcome is MeterAnswer {
  return typeof outcome === "object";
}

/** What is best kept back next, as the form calls it. */
function cureOf(meter: Meter, question: MeterQuestion | undefined): Cure | undefined {
  if (meter.worst === -1 || !question) return undefined;
  return question.stops[meter.worst] ?? "school";
}

const CROWD_WORDS: Readonly<Record<Crowd, string>> = {
  "under-5": "fewer than 5 people",
  "5-19": "5 to 19 people",
  "20-plus": "20 people or more",
};

/** What is left where nothing more can be kept back, and that is not enough. */
const AT_ITS_END: Readonly<Record<Exclude<Crowd, "20-plus">, string>> = {
  "under-5":
    "Everything is kept back, and still fewer than 5 others have years like yours. What is left is to remove a stop, or to be private.",
  "5-19":
    "Everything is kept back, and 5 to 19 others have years like yours. What is left is to remove a stop, or to be private.",
};

/** Where no advice leads out of red: said before the first is given, which promises nothing then. */
const NO_HELP =
  "Keeping things back does not lead out of red here yet: too few people are anonymous. Private is what hides you.";

function promiseOf(meter: Meter): string {
  return meter.crowd === meter.cured
    ? "That alone is not enough for the next step; the meter then names the next one."
    : `With it kept back, ${CROWD_WORDS[meter.cured]} share it.`;
}

/** "Anonymity": how many others the line could be, what narrows it most, and the cure. */
export function MeterSection({ editor }: { editor: EditorHandle }): ReactNode {
  const { form } = editor.state;
  const question = meterQuestionOf(form);
  const { outcome, retry } = useMeter(question);
  const [kept, setKept] = useState<Cure>();
  /** How often advice was taken or taken back. */
  const [moves, setMoves] = useState(0);
  const section = useRef<HTMLElement>(null);
  const advice = useRef<HTMLButtonElement>(null);
  const undo = useRef<HTMLButtonElement>(null);
  const stopOf = (cure: Cure) => form.pipeline.stops.find(({ tempId2 }) => tempId2 === cure);
  const nameOf = (cure: Cure): string => (cure === "school" ? "Your school" : (stopOf(cure)?.companyName.trim() ?? ""));
  const apply = (cure: Cure, isKept: boolean): void => {
    if (cure === "school") editor.dispatch({ do: "set", change: { hideSchool: isKept } });
    else editor.dispatch({ do: "pipeline", action: { do: "set-undisclosed", stop: cure, undisclosed: isKept } });
    setKept(isKept ? cure : undefined);
    setMoves(moves + 1);
  };

  // The focus waits at the section for the answer, so that a second Enter undoes nothing, and goes on to what is next.
  useEffect(() => {
    if (moves > 0) section.current?.focus({ preventScroll: true });
  }, [moves]);
  useEffect(() => {
    if (outcome !== "asking" && document.activeElement === section.current) (advice.current ?? undo.current)?.focus();
  }, [moves, outcome]);

  const cure = isMeter(outcome) ? cureOf(outcome, question) : undefined;
  const isNoHelp = cure !== undefined && isMeter(outcome) && outcome.best === "under-5";
  const isStillKept = kept !== undefined && (kept === "school" ? form.hideSchool : stopOf(kept)?.undisclosed === true);
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
          <CrowdMeter
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
      {isMeter(outcome) && cure !== undefined && (
        <div className="meter__a">
          {isNoHelp && <p role="status">{NO_HELP}</p>}
          <p>
            <span className="semi">{nameOf(cure)}</span> narrows it down the most.
            {isNoHelp ? "" : ` ${promiseOf(outcome)}`}
          </p>
          <button
            key={cure}
            type="button"
            className="btn btn--s btn--sm"
            ref={advice}
            onClick={() => apply(cure, true)}
          >
            {cure === "school" ? "Hide the school" : "Keep this company back"}
          </button>
        </div>
      )}
      {isMeter(outcome) && outcome.crowd !== "20-plus" && cure === undefined && (
        <div className="meter__a">
          <p role="status">{AT_ITS_END[outcome.crowd]}</p>
        </div>
      )}
      {isStillKept && form.visibility === "anonymous" && (
        <div className="meter__a" key={`kept ${kept}`}>
          <p role="status">
            {kept === "school" ? "Your school is hidden." : `${nameOf(kept)} is kept back.`} Others see it so once you
            save.
          </p>
          <button type="button" className="btn btn--g btn--sm" ref={undo} onClick={() => apply(kept, false)}>
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
              {form.showMonths ? "month" : "year"} they began there, and the school. The worst two count. Somebody who
              shows months covers you only where yours are the same. Invented demo people are no cover, and counted only
              while fewer than 20 real people are anonymous.
            </li>
            <li>
              Ends, titles and kinds of jobs are not counted, though they are shown: somebody who knows when a job ended
              as well can recognise even a green line.
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
