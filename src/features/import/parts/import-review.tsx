import { useId, type ReactNode } from "react";
import type { Candidate } from "#features/import/pure/match-names.ts";
import { amountText } from "#core/number-text.ts";
import type { ReviewRow } from "#features/import/pure/compare.ts";
import { reportHeightAs } from "#ui/bar-height.ts";
import { applyButtonText, countTicked } from "./apply-texts.ts";
import { PersonChoice } from "./person-choice.tsx";
import { ProblemList } from "./problem-list.tsx";
import { ReviewRowItem } from "./review-row.tsx";
import { rowText, totalsText } from "./row-texts.ts";
import { useReview, type AppliedReview, type ReviewInput } from "./use-review.ts";
import "./review.css";

const reviewHeight = reportHeightAs("--review-h");

/** The review: only ticked rows enter the pipeline. */
export function ImportReview(
  props: ReviewInput & {
    /** Every listed company, for names without a match. */
    companies: readonly Candidate[];
    isListMissing: boolean;
    onTake: (taken: AppliedReview) => void;
    onClose: () => void;
  },
): ReactNode {
  const { result } = props;
  const heading = useId();
  const review = useReview(props);
  const { rows, open, same, atOnce, hasNothing, ticked } = review;
  const allTicked = atOnce.every(({ id }) => ticked.has(id));
  return (
    <section className="panel imp-rev" aria-labelledby={heading}>
      <div className="imp-rev__h">
        <h2 className="h-sec" id={heading} tabIndex={-1} data-field="import-review">
          Check what we found
        </h2>
        <p className="ui dim" role="status">
          {hasNothing && result.positions.length > 0
            ? "Nothing to add: everything in this file is in your line already."
            : totalsText(rows, result)}
        </p>
        {result.understood?.map((sentence) => (
          <p key={sentence} className="small dim">
            {sentence}
          </p>
        ))}
      </div>
      <ProblemList problems={result.problems} isNothingElse={false} />
      {props.isListMissing && (
        <p className="alert imp-bad" role="status">
          The list of companies did not load. Names stay as they are written, and are looked up when you save.
        </p>
      )}
      <PersonChoice result={result} {...review.person} />
      {atOnce.length > 1 && (
        <button
          type="button"
          className="btn btn--g btn--sm imp-rev__all"
          onClick={() => review.tick(atOnce, !allTicked)}
        >
          {allTicked ? "Untick all" : "Tick all"}
        </button>
      )}
      {open.length > 0 && (
        <ul className="imp-rows" aria-label="Jobs found">
          {open.map((row) => (
            <ReviewRowItem
              key={row.id}
              row={row}
              {...review.detailsOf(row)}
              companies={props.companies}
              onTick={review.onTick}
              onPick={review.onPick}
              onFill={review.onFill}
            />
          ))}
        </ul>
      )}
      {same.length > 0 && <SameJobs rows={same} />}
      {/* It replaces the save bar, so that the page has one main button. */}
      <div className="imp-rev__f" ref={reviewHeight} role="group" aria-label="This check">
        <div className="wrap imp-rev__b">
          <p className="small dim grow">{hasNothing ? "" : "Nothing is saved until you save it."}</p>
          <button type="button" className="btn btn--g" onClick={props.onClose}>
            {hasNothing ? "Close" : "Cancel"}
          </button>
          {!hasNothing && (
            <button
              type="button"
              className="btn btn--p"
              disabled={ticked.size === 0 && review.person.ticked.size === 0}
              onClick={() => props.onTake(review.take())}
            >
              {applyButtonText(countTicked(rows, ticked), review.person.ticked.size > 0)}
            </button>
          )}
        </div>
      </div>
    </section>
  );
}

/** Jobs of the file that are in the line as they are. */
function SameJobs(props: { rows: readonly ReviewRow[] }): ReactNode {
  return (
    <details className="imp-same small">
      <summary className="link">{amountText(props.rows.length, "job is", "jobs are")} in your line already</summary>
      <ul className="imp-same__l dim">
        {props.rows.map((row) => {
          const { title, company, range } = rowText(row);
          return (
            <li key={row.id}>
              {title} at {company}, <span className="num">{range}</span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
