import type { Curve, Flow } from "#features/path/pure/types.ts";

/** Is there a curve to draw? */
export function isDrawn(curve: Curve): boolean {
  return curve.people !== null && curve.steps.length > 0;
}

/** Are there enough people to draw where they went? */
export function hasFlow(after: Flow): after is Flow & { people: number } {
  return after.people !== null && after.people > 0;
}
