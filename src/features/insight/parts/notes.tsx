import { COUNTED_FROM_LINES } from "#features/stats/rules.ts";

/** The line on each page of figures that says whose pipelines are counted. */
export function CountedNote() {
  return <p className="in-note">{COUNTED_FROM_LINES} Ratings are counted apart, in batches.</p>;
}

/** Shown after a start, until the engine has read all pipelines. */
export function NotReady() {
  return <p className="nodata">Paths are being read. Try again in a moment.</p>;
}
