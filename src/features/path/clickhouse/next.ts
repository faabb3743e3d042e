import { CANDIDATE_LEVELS, levelCandidates } from "#features/path/pure/answers/next.ts";
import { MOST_CANDIDATES, MOST_STEPS } from "#features/path/pure/limits.ts";
import { levelsFrom } from "#features/path/pure/match/compile.ts";
import type { Candidate, NextAnswer, Route } from "#features/path/pure/types.ts";
import { statement, withLayers } from "./rows.ts";
import { MatchSql } from "./match-sql.ts";
import { Params } from "./params.ts";
import { askOne, type Asking } from "./ask.ts";
import { named, shownRows, type KeyRow } from "./shown-tables.ts";

/** The steps that could be added with `any`, so that 5 people or more still match. */
export async function answerNext(asking: Asking, route: Route): Promise<NextAnswer> {
  if (route.steps.length >= MOST_STEPS) return { candidates: [] };
  const { ask } = asking;
  const params = new Params();
  const match = new MatchSql({ ...route, isNow: false, since: null, until: null }, params);
  const steps = match.roleSteps.length;
  const isFirstOnly = route.isFirst && steps === 0;
  const after = (array: string): string =>
    steps > 0
      ? `arraySlice(${array}, indexOf(r${steps - 1}, 1) + 1)`
      : isFirstOnly
        ? `arraySlice(${array}, 1, 1)`
        : array;
  const rows = withLayers(match.matching(), [
    {
      titles: `arrayDistinct(${after("title")})`,
      companies: `arrayDistinct(arrayFilter(one -> one != '', ${after("company")}))`,
      levels: `arrayDistinct(${after("level")})`,
      schools: route.steps.length === 0 ? "arrayFilter(one -> one != '', [school])" : "emptyArrayString()",
    },
  ]);
  const byLevel = CANDIDATE_LEVELS.map(
    (level, at) => `countIf(hasAny(levels, ${params.numbers(levelsFrom(level))})) AS level${at}`,
  );
  const counts = await askOne<Record<string, number>>(
    ask,
    statement(rows, `count() AS people, ${byLevel.join(", ")}`),
    params,
  );
  const people = counts["people"] ?? 0;
  const pick = async (group: "title" | "company" | "school", keys: string): Promise<Candidate[]> => {
    // A step that all of these people satisfy does not narrow the route.
    const most = params.number(people);
    const sql = statement(
      rows,
      `arrayJoin(${keys}) AS key, count() AS people, 0 AS publics`,
      `GROUP BY key ${shownRows({ most: MOST_CANDIDATES, also: `people < ${most}` })}`,
    );
    const found = await named(asking, group, await ask<KeyRow>(sql, params));
    return found.map((one) => ({ group, stop: `${group}:${one.id}`, name: one.name, people: one.people }));
  };
  return {
    candidates: [
      ...levelCandidates(people, (_level, at) => counts[`level${at}`] ?? 0),
      ...(await pick("title", "titles")),
      ...(await pick("company", "companies")),
      ...(match.hasSchoolStep ? [] : await pick("school", "schools")),
    ],
  };
}
