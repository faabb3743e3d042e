import { compareText } from "#core/text.ts";
import { MOST_LOOSER_ROUTES } from "#features/path/pure/limits.ts";
import { BatchReader } from "#features/path/pure/match/batch-reader.ts";
import { candidateLines, visitLines } from "#features/path/pure/match/candidates.ts";
import { compileRoute } from "#features/path/pure/match/compile.ts";
import { pairsOf, sameText, singleChanges, looserRoutes } from "#features/path/pure/match/loosen.ts";
import { Matcher } from "#features/path/pure/match/matcher.ts";
import { isShown } from "#features/path/pure/rule-of-five.ts";
import type { LooserRoute, Route, RouteChange } from "#features/path/pure/types.ts";
import { workOfLine, workOfRoute, type Budget } from "./budget.ts";
import { countExact } from "./exact.ts";
import type { State } from "./state.ts";

/** Routes with fewer conditions that at least 5 people took: single changes first, then pairs. */
export function findLooser(state: State, route: Route, budget: Budget): LooserRoute[] {
  if (!isShown(state.columns.counts.all)) return [];
  const known = new Set([sameText(route)]);
  const changes = singleChanges(route);
  const singles = taken(
    state,
    route,
    changes.map((change) => [change]),
    { known, budget },
  );
  if (singles.length >= MOST_LOOSER_ROUTES) return singles.slice(0, MOST_LOOSER_ROUTES);
  const pairs = taken(state, route, pairsOf(changes), { known, budget });
  return [...singles, ...pairs].slice(0, MOST_LOOSER_ROUTES);
}

function taken(
  state: State,
  route: Route,
  sets: readonly RouteChange[][],
  { known, budget }: { known: Set<string>; budget: Budget },
): LooserRoute[] {
  const routes = looserRoutes(route, sets, known);
  return showLooser(routes.map((one) => ({ ...one, people: countPeople(state, one.route, budget) })));
}

/** The looser routes that may be offered, most people first. */
export function showLooser(routes: readonly LooserRoute[]): LooserRoute[] {
  return routes
    .filter((one) => isShown(one.people))
    .toSorted((a, b) => b.people - a.people || compareText(a.query, b.query));
}

function countPeople({ columns, today }: State, route: Route, budget: Budget): number {
  const exact = countExact(columns, route);
  if (exact !== undefined) return exact;
  if (budget.isUsedUp) return 0;
  const matcher = new Matcher(columns, compileRoute(columns, route), today);
  const steps = matcher.route.roleSteps;
  const work = workOfLine(matcher.route);
  let left = budget.left - workOfRoute(candidateLines(matcher, steps)?.length ?? columns.lines);
  const reader = new BatchReader(matcher);
  let people = 0;
  visitLines(matcher, steps, (lines) => {
    if (left < 0) return;
    left -= work * lines.length;
    reader.read(lines);
    people += reader.foundLength;
  });
  budget.left = left;
  return budget.isUsedUp ? 0 : people;
}
