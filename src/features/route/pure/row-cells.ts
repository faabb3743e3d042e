import type { PathLineView } from "#features/path/pure/search-view.ts";
import { lineView, type LineRole, type LineStop, type LineView } from "#features/drawing/pure/segments.ts";

/** A stop on somebody's line that matches a step, with the matching role. */
export type Hit = { stop: LineStop; part: LineRole; index: number };

/** A line split at the steps of a route: what is before, between and after the matching stops. */
export type RowCells = {
  view: LineView;
  before: LineStop[];
  hits: Hit[];
  /** `between[n]` is between hit n and the next one. */
  between: LineStop[][];
  after: LineStop[];
};

/** Undefined where a matched role is no longer on the line. */
export function cutLine({ profile, matched }: PathLineView, today: string): RowCells | undefined {
  const view = lineView(profile.pipeline, today);
  const hits = matched.flatMap(({ position }): Hit[] => {
    for (const [index, stop] of view.stops.entries()) {
      const part = stop.roles.find(({ role }) => role.position === position);
      if (part) return [{ stop, part, index }];
    }
    return [];
  });
  if (hits.length < matched.length) return undefined;
  const first = hits[0]?.index ?? 0;
  const last = hits.at(-1)?.index ?? -1;
  return {
    view,
    before: view.stops.slice(0, first),
    hits,
    between: hits.slice(1).map((hit, at) => view.stops.slice((hits[at]?.index ?? 0) + 1, hit.index)),
    after: view.stops.slice(last + 1),
  };
}
