import { combineResults } from "#features/import/pure/combine-results.ts";
import type { ImportHistory } from "#features/import/pure/import-history.ts";
import type { Candidate } from "#features/import/pure/match-names.ts";
import type { Reading } from "./read-in-worker.ts";

/** The content of a review. */
export type OpenReview = Reading & {
  /** Increases with each import. */
  turn: number;
  isAsked?: true;
  companies: readonly Candidate[];
  isListMissing: boolean;
  last: ImportHistory | undefined;
};

/** Combines both results in one review and keeps its choices. Undefined if the new result must replace the old one. */
export function combineReviews(open: OpenReview, added: OpenReview): OpenReview | undefined {
  const result = combineResults(open.result, added.result);
  // Use the matches that came with the jobs.
  const names = added.result.positions.length > 0 ? added : open;
  return (
    result && {
      ...open,
      result,
      resolutions: names.resolutions,
      companies: names.companies,
      isListMissing: names.isListMissing,
    }
  );
}
