import type { Curve } from "#features/path/pure/types.ts";

/** Is there a curve to draw? */
export function isDrawn(curve: Curve): boolean {
  return curve.people !== null && curve.steps.length > 0;
}
