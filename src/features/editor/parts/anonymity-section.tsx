import type { ReactNode } from "react";
import { AnonymityScale } from "#features/anonymity/parts/anonymity-scale.tsx";
import { isAnswer } from "./use-anonymity-check.ts";
import type { EditorHandle } from "./use-editor.ts";

const INSTEAD = {
  public: "Your name stands on your line, so there is nothing to measure: everybody can see that it is yours.",
  private:
    "Nobody else sees your line, so nobody can recognise it. In numbers about companies and schools it counts together with other hidden people, never alone.",
} as const;

const TROUBLE = {
  "used-up":
    "The meter has answered 60 times today, which is as often as it can. It is back tomorrow. Everything else goes on as before, and whatever you hide stays hidden.",
  offline: "There is no connection at the moment. The meter continues when there is one.",
  failed: "The meter could not answer.",
} as const;

/** "Anonymity": how many others the pipeline could be. The advice is above the save bar (advice-bar.tsx). */
export function AnonymitySection({ editor }: { editor: EditorHandle }): ReactNode {
  const { form } = editor.state;
  const { outcome, retry } = editor.anonymity;
  return (
    <section className="sec" aria-labelledby="ed-anonymity">
      <h2 className="h-sec" id="ed-anonymity">
        Anonymity
      </h2>
      {form.visibility !== "anonymous" ? (
        <p className="sharing__p">{INSTEAD[form.visibility]}</p>
      ) : outcome === "nothing" ? (
        <p className="sharing__p">Add a stop to see how many people share a line like yours.</p>
      ) : outcome === "asking" || isAnswer(outcome) ? (
        <>
          {outcome === "asking" && <p className="sharing__p dim">Counting…</p>}
          <AnonymityScale
            sharing={isAnswer(outcome) ? outcome.crowd : undefined}
            isTrial={isAnswer(outcome) && outcome.isTrial}
          />
        </>
      ) : (
        <div className="sharing__p" role="status">
          <p>{TROUBLE[outcome]}</p>
          {outcome !== "used-up" && (
            <button type="button" className="btn btn--s btn--sm" onClick={retry}>
              Try again
            </button>
          )}
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
              they began. An undisclosed company shows your title and your years there, and nothing else. On a young
              site it can take hiding all of them to reach green, and even that may not be enough.
            </li>
            <li>
              Nobody can promise more: somebody who knows you well knows your line. What you try here is not stored.
            </li>
          </ul>
        </details>
      )}
    </section>
  );
}
