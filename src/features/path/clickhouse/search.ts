import { showLooser } from "#features/path/pure/answers/looser.ts";
import { prefixOf } from "#features/path/pure/query/prefix.ts";
import { isExact } from "#features/path/pure/answers/exact.ts";
import { MOST_LOOSER_ROUTES, MOST_TIMES } from "#features/path/pure/limits.ts";
import { pairsOf, sameText, singleChanges, looserRoutes } from "#features/path/pure/match/loosen.ts";
import { isShown, showCount, showPeople, showTimes, type Counts } from "#features/path/pure/rule-of-five.ts";
import type { Count, LooserRoute, Page, Route, RouteChange } from "#features/path/pure/types.ts";
import type { Questions } from "#features/path/pure/calls.ts";
import { matchedRows, readFigures } from "./figures.ts";
import { rows as rowsFrom, statement } from "./rows.ts";
import { readPage } from "./lines.ts";
import { MatchSql } from "./match-sql.ts";
import { Params } from "./params.ts";
import { askOne, isTooExpensive, COUNTS, type Asking, type CountsRow } from "./ask.ts";

export async function answerSearch(asking: Asking, route: Route, page: Page): Promise<Questions["search"]["answer"]> {
  const params = new Params();
  const rows = matchedRows(route, params);
  const [prefixes, figures] = await Promise.all([
    countPrefixes(asking, route),
    readFigures(asking, rows, route, params),
  ]);
  const { counts, months, internedFirst, stopsBetween } = figures;
  const { people, fewerThan } = showPeople(counts, isExact(route));
  const { lines, nextCursor } = await readPage(asking, { route, page, counts });
  return {
    people,
    fewerThan,
    peopleAfterEachStep: [...prefixes, people],
    months,
    internedFirst,
    stopsBetween,
    lines,
    nextCursor,
    looser: isShown(counts.people) ? [] : await findLooser(asking, route),
  };
}

/** People after each step except the last. Steps that read the same rows are counted by one statement. */
async function countPrefixes({ ask }: Asking, route: Route): Promise<Count[]> {
  const most = route.steps.length - 1;
  if (most < 1) return [];
  const asked: Promise<Counts[]>[] = [];
  for (let steps = 1; steps <= most;) {
    const placeAt = (count: number): string => placeKey(prefixOf(route, count));
    let end = steps;
    while (end < most && placeAt(end + 1) === placeAt(steps)) end += 1;
    asked.push(countTogether(ask, prefixOf(route, end), steps));
    steps = end + 1;
  }
  const found = (await Promise.all(asked)).flat();
  return found.map((counts, index) => showPeople(counts, isExact(prefixOf(route, index + 1))).people);
}

function placeKey(route: Route): string {
  const match = new MatchSql(route, new Params());
  const { kind, ids } = match.place;
  return `${kind} ${ids.join(" ")}`;
}

async function countTogether(ask: Asking["ask"], route: Route, from: number): Promise<Counts[]> {
  const params = new Params();
  const match = new MatchSql(route, params);
  const schoolSteps = match.hasSchoolStep ? 1 : 0;
  const reached = Array.from({ length: route.steps.length - from + 1 }, (_, at) =>
    match.reached(from + at - schoolSteps),
  );
  const sums = reached.map((is, at) => `countIf(${is}) AS people${at}, countIf(${is} AND is_public) AS publics${at}`);
  const rows = rowsFrom(match.from, match.reach());
  const row = await askOne<Record<string, number>>(ask, statement(rows, sums.join(", ")), params);
  return reached.map((_, at) => ({ people: row[`people${at}`] ?? 0, publics: row[`publics${at}`] ?? 0 }));
}

async function countPeople({ ask }: Asking, route: Route): Promise<Counts> {
  const params = new Params();
  const rows = new MatchSql(route, params).matching();
  const { people, publics } = await askOne<CountsRow>(ask, statement(rows, COUNTS), params);
  return { people, publics };
}

export async function answerCounts(asking: Asking, routes: readonly Route[]): Promise<Count[]> {
  const found = await Promise.all(routes.map((route) => countPeople(asking, route)));
  return found.map((counts, index) => {
    const route = routes[index];
    return route && isExact(route) ? counts.people : showCount(counts);
  });
}

/** Months of everybody on a route, fewest first; none for fewer than 5 people, or for more than MOST_TIMES. */
export async function answerTimes({ ask }: Asking, route: Route): Promise<number[]> {
  const params = new Params();
  const rows = matchedRows(route, params);
  const row = await askOne<{ people: number; times: number[] }>(
    ask,
    statement(rows, `count() AS people, groupArrayIf(${MOST_TIMES + 1})(months, months >= 0) AS times`),
    params,
  );
  return showTimes({ people: row.people, publics: 0 }, row.times);
}

/** Routes with fewer conditions that at least 5 people took: single changes first, then pairs. */
async function findLooser(asking: Asking, route: Route): Promise<LooserRoute[]> {
  const known = new Set([sameText(route)]);
  const until = performance.now() + asking.looserTime;
  const changes = singleChanges(route);
  const singles = await taken(asking, route, { sets: changes.map((change) => [change]), known, until });
  if (singles.length >= MOST_LOOSER_ROUTES) return singles.slice(0, MOST_LOOSER_ROUTES);
  const pairs = await taken(asking, route, { sets: pairsOf(changes), known, until });
  return [...singles, ...pairs].slice(0, MOST_LOOSER_ROUTES);
}

/** Looser routes counted by one statement. ClickHouse takes long to parse a longer one. */
const MOST_AT_ONCE = 12;

async function taken(
  asking: Asking,
  route: Route,
  { sets, known, until }: { sets: readonly RouteChange[][]; known: Set<string>; until: number },
): Promise<LooserRoute[]> {
  const asked = looserRoutes(route, sets, known);
  const people: number[] = [];
  for (let at = 0; at < asked.length; at += MOST_AT_ONCE) {
    const left = until - performance.now();
    if (left <= 0) break;
    people.push(...(await countSeveral(asking, asked.slice(at, at + MOST_AT_ONCE), Math.ceil(left / 100) / 10)));
  }
  return showLooser(asked.map((one, index) => ({ ...one, people: people[index] ?? 0 })));
}

async function countSeveral({ ask }: Asking, asked: readonly { route: Route }[], seconds: number): Promise<number[]> {
  const params = new Params();
  const counts = asked.map(({ route }, at) => {
    return statement(new MatchSql(route, params).matching(), `${at} AS at, count() AS people`);
  });
  if (counts.length === 0) return [];
  // Looser routes that cost too much are not offered, as in the embedded engine.
  const found = ask<{ at: number; people: number }>(counts.join(" UNION ALL "), params, { seconds });
  const rows = await found.catch((error: unknown) => {
    if (isTooExpensive(error)) return [];
    throw error;
  });
  const people = new Map(rows.map((row) => [row.at, row.people]));
  return asked.map((_, at) => people.get(at) ?? 0);
}
