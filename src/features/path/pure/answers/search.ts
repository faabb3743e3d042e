import { prefixOf } from "#features/path/pure/query/prefix.ts";
import { countByMask, listsOf, visitLines } from "#features/path/pure/match/candidates.ts";
import { BatchReader } from "#features/path/pure/match/batch-reader.ts";
import { compileRoute } from "#features/path/pure/match/compile.ts";
import { Matcher } from "#features/path/pure/match/matcher.ts";
import { isShown, showCount, showPeople, type Counts } from "#features/path/pure/rule-of-five.ts";
import type { Count, Page, Route, SearchAnswer } from "#features/path/pure/types.ts";
import { Budget, workOfLine } from "./budget.ts";
import { countByMarks } from "./count-by-marks.ts";
import { countExact, isExact } from "./exact.ts";
import { findLooser } from "./looser.ts";
import { RouteRun } from "./route-run.ts";
import { newCounts, type State } from "./state.ts";

export function answerSearch(state: State, route: Route, page: Page): SearchAnswer {
  const run = new RouteRun(state, route, { page });
  const budget = new Budget();
  const prefixes = runWithPrefixes(state, run, budget);
  const { lines, nextCursor } = run.page.answer(run.counts);
  const { people, fewerThan } = showPeople(run.counts, isExact(route));
  return {
    people,
    fewerThan,
    peopleAfterEachStep: [...prefixes, people],
    months: run.months(),
    internedFirst: run.internedFirst(),
    stopsBetween: run.stopsBetween(),
    lines,
    nextCursor,
    looser: isShown(run.counts.people) ? [] : findLooser(state, route, budget),
  };
}

/**
 * Runs the whole route and counts the people after each step except the last. Steps with the same lists share one walk.
 */
function runWithPrefixes(state: State, run: RouteRun, budget: Budget): Count[] {
  const { route, matcher } = run;
  const whole = route.steps.length;
  const schoolSteps = matcher.route.hasSchoolStep ? 1 : 0;
  const counts: Count[] = [];
  for (let steps = 1; steps <= whole;) {
    const short = steps < whole ? shortCount(state, run, steps) : undefined;
    if (short !== undefined) {
      counts.push(short);
      steps += 1;
      continue;
    }
    const lists = listsOf(matcher, steps - schoolSteps);
    let end = steps + 1;
    while (end <= whole && listsOf(matcher, end - schoolSteps) === lists) end += 1;
    // An exact prefix is always a short one, so these are all under the rule of five.
    counts.push(...countTogether(state, run, { steps, end, budget }).map(showCount));
    steps = end;
  }
  return counts.slice(0, whole - 1);
}

/** The count for the first step or two, if it can be known without reading roles. */
function shortCount(state: State, { route, matcher }: RouteRun, steps: number): Count | undefined {
  const byMarks = countByMarks(state, prefixOf(route, steps));
  if (byMarks) return showCount(byMarks);
  if (steps !== 1) return undefined;
  const exact = countExact(state.columns, prefixOf(route, 1));
  if (exact !== undefined) return exact;
  const [need] = matcher.route.needs[0] ?? [];
  return need !== undefined && isCountedByMask(route) ? showCount(countByMask(matcher, need)) : undefined;
}

/**
 * People of the prefixes of `steps` to `end` − 1 steps; where the whole route is among them, the run takes its lines.
 */
function countTogether(
  state: State,
  run: RouteRun,
  { steps, end, budget }: { steps: number; end: number; budget: Budget },
): Counts[] {
  const { columns, today } = state;
  const { route } = run;
  const hasWhole = end > route.steps.length;
  const matcher = hasWhole ? run.matcher : new Matcher(columns, compileRoute(columns, prefixOf(route, end - 1)), today);
  const schoolSteps = matcher.route.hasSchoolStep ? 1 : 0;
  // For each set of reached steps, counts anonymous and public people. A line that reaches a step has reached all steps
  // before it.
  const counts = new Uint32Array(2 << matcher.route.roleSteps);
  const { mask } = columns;
  const reader = hasWhole ? run.reader : new BatchReader(matcher);
  visitLines(matcher, steps - schoolSteps, (lines) => {
    reader.read(lines);
    const { seen } = reader;
    for (let index = 0; index < lines.length; index += 1) {
      const at = (seen[index] ?? 0) * 2 + ((mask[lines[index] ?? 0] ?? 0) >>> 31);
      counts[at] = (counts[at] ?? 0) + 1;
    }
    if (hasWhole) run.take();
  });
  budget.left -= counts.reduce((lines, people) => lines + people, 0) * workOfLine(matcher.route);
  return Array.from({ length: end - steps }, (_, index) => reachedBy(counts, steps - schoolSteps + index));
}

/** Counts the people who reached the first `roleSteps` role steps. */
function reachedBy(byReached: Uint32Array, roleSteps: number): Counts {
  const counts = newCounts();
  const bit = roleSteps === 0 ? 0 : 1 << (roleSteps - 1);
  for (const [at, people] of byReached.entries()) {
    if (((at >> 1) & bit) !== bit) continue;
    counts.people += people;
    if ((at & 1) === 1) counts.publics += people;
  }
  return counts;
}

/** Can a line's mask answer the route? It can for a single step that asks only for levels, or only for kinds. */
function isCountedByMask(route: Route): boolean {
  const [step] = route.steps;
  if (step?.of !== "role" || route.isFirst || route.country !== null || route.school !== null) return false;
  if (step.companies.length + step.titles.length > 0) return false;
  return (step.levels.length === 0) !== (step.kinds.length === 0);
}
