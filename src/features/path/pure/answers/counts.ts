import { MOST_TIMES } from "#features/path/pure/limits.ts";
import { BatchReader } from "#features/path/pure/match/batch-reader.ts";
import { visitLines } from "#features/path/pure/match/candidates.ts";
import { compileRoute } from "#features/path/pure/match/compile.ts";
import { Matcher } from "#features/path/pure/match/matcher.ts";
import { showCount, showTimes } from "#features/path/pure/rule-of-five.ts";
import type { Count, Route } from "#features/path/pure/types.ts";
import { countExact } from "./exact.ts";
import { RouteRun } from "./route-run.ts";
import { countIn, newCounts, type State } from "./state.ts";

/** The people of a route, as its search shows them, without looser routes. */
export function countRoute({ columns, today }: State, route: Route): Count {
  const exact = countExact(columns, route);
  if (exact !== undefined) return exact;
  const matcher = new Matcher(columns, compileRoute(columns, route), today);
  const reader = new BatchReader(matcher);
  const counts = newCounts();
  visitLines(matcher, matcher.route.roleSteps, (lines) => {
    reader.read(lines);
    const { found, foundLength } = reader;
    for (let at = 0; at < foundLength; at += 1) countIn(counts, columns.isPublic(found[at] ?? 0));
  });
  return showCount(counts);
}

/** Months of everybody on a route, fewest first; none for fewer than 5 people, or for more than MOST_TIMES. */
export function answerTimes(state: State, route: Route): number[] {
  const times: number[] = [];
  const run = new RouteRun(state, route, {
    also: (_line, _first, _last, months) => {
      // One more than can be drawn shows that there are too many.
      if (months >= 0 && times.length <= MOST_TIMES) times.push(months);
    },
  });
  run.takeAll();
  return showTimes(run.counts, times);
}
