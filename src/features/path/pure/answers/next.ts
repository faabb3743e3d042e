import { ENGINEER_LADDER, MANAGER_LADDER } from "#features/title/schema.ts";
import { levelOrAbove } from "#features/path/pure/level-name.ts";
import { MOST_CANDIDATES, MOST_STEPS } from "#features/path/pure/limits.ts";
import type { Columns } from "#features/path/pure/columns/columns.ts";
import { LEVEL_BITS, LEVELS } from "#features/path/pure/columns/wordings.ts";
import { BatchReader } from "#features/path/pure/match/batch-reader.ts";
import { visitLines } from "#features/path/pure/match/candidates.ts";
import { compileRoute, levelsFrom } from "#features/path/pure/match/compile.ts";
import { Matcher } from "#features/path/pure/match/matcher.ts";
import { isShown } from "#features/path/pure/rule-of-five.ts";
import type { RouteLevel, Candidate, NextAnswer, Route } from "#features/path/pure/types.ts";
import type { State } from "./state.ts";
import { companyNaming, rowsOf, schoolNaming, titleNaming, type Naming } from "./table-count.ts";

/** Nearly everybody has had one of these levels, so a step with one hardly narrows a route. */
const TOO_COMMON_LEVELS = new Set<RouteLevel>(["junior", "mid"]);

/** Counts each number at most once per line. */
class OncePerLine {
  /** For each number: the last line that had it, plus one, then the count. Together, because they are read together. */
  readonly #lastAndCount: Uint32Array;

  constructor(size: number) {
    this.#lastAndCount = new Uint32Array(size * 2);
  }

  see(number: number, line: number): void {
    const at = number * 2;
    if (this.#lastAndCount[at] === line + 1) return;
    this.#lastAndCount[at] = line + 1;
    this.#lastAndCount[at + 1] = (this.#lastAndCount[at + 1] ?? 0) + 1;
  }

  counts(): Uint32Array {
    return this.#lastAndCount.filter((_, at) => at % 2 === 1);
  }
}

/** `people` match the route. The others say how many of them have each company, title, school and level afterwards. */
type Counted = {
  people: number;
  companies: Uint32Array;
  titles: Uint32Array;
  schools: Uint32Array;
  levels: LevelCounts;
};

/** The steps that could be added with `any`, so that 5 people or more still match. */
export function answerNext(state: State, route: Route): NextAnswer {
  if (route.steps.length >= MOST_STEPS) return { candidates: [] };
  const { columns } = state;
  const isOfEverybody = route.steps.length === 0 && !route.isFirst && route.country === null && route.school === null;
  const { people, ...counted } = isOfEverybody ? countEverybody(columns) : countAfter(state, route);
  const pick = (group: Candidate["group"], counts: Uint32Array, naming: Naming): Candidate[] =>
    candidatesOf(group, counts, { naming, people });
  return {
    candidates: [
      ...counted.levels.candidates(people),
      ...pick("title", counted.titles, titleNaming(state)),
      ...pick("company", counted.companies, companyNaming(columns)),
      ...pick("school", counted.schools, schoolNaming(columns)),
    ],
  };
}

/** The columns keep these numbers. Only the levels are counted, from the lines' masks. */
function countEverybody(columns: Columns): Counted {
  const { counts, mask, lines } = columns;
  const levels = new LevelCounts();
  for (let line = 0; line < lines; line += 1) if (mask[line] !== 0) levels.see((mask[line] ?? 0) & LEVEL_BITS);
  return { people: counts.all, companies: counts.companies, titles: counts.titles, schools: counts.schools, levels };
}

function countAfter(state: State, route: Route): Counted {
  const { columns } = state;
  const asked = { ...route, isNow: false, since: null, until: null };
  const matcher = new Matcher(columns, compileRoute(columns, asked), state.today);
  const { roleSteps } = matcher.route;
  const isFirstOnly = route.isFirst && roleSteps === 0;
  const companies = new OncePerLine(columns.companies.size);
  const titles = new OncePerLine(columns.wordings.titles.length);
  const schools = new OncePerLine(columns.schools.size);
  const levels = new LevelCounts();
  const { company: companyOf, wording, wordings } = columns;
  const { classOf, titleOfClass, levelOfClass } = wordings;
  // Without `next` and limits, the first role that ends the route is the last role of the earliest way.
  const reader = roleSteps > 0 && matcher.route.constrained === 0 ? new BatchReader(matcher) : undefined;
  let people = 0;
  visitLines(matcher, roleSteps, (all) => {
    reader?.read(all);
    const lines = reader ? reader.found.subarray(0, reader.foundLength) : all;
    for (let index = 0; index < lines.length; index += 1) {
      const line = lines[index] ?? 0;
      const from = columns.offset[line] ?? 0;
      let to = columns.offset[line + 1] ?? 0;
      let role = from;
      if (reader) role = (reader.last[index] ?? 0) + 1;
      else if (roleSteps > 0) {
        if (!matcher.isWhole(matcher.reach(line))) continue;
        role = matcher.firstEnd(line) + 1;
      }
      if (isFirstOnly) to = Math.min(to, from + 1);
      people += 1;
      if (route.steps.length === 0 && (columns.school[line] ?? -1) >= 0) schools.see(columns.school[line] ?? 0, line);
      let held = 0;
      for (; role < to; role += 1) {
        const company = companyOf[role] ?? -1;
        if (company >= 0) companies.see(company, line);
        const number = classOf[wording[role] ?? 0] ?? 0;
        titles.see(titleOfClass[number] ?? 0, line);
        held |= 1 << (levelOfClass[number] ?? 0);
      }
      levels.see(held);
    }
  });
  return { people, companies: companies.counts(), titles: titles.counts(), schools: schools.counts(), levels };
}

function candidatesOf(
  group: Candidate["group"],
  counts: Uint32Array,
  { naming, people }: { naming: Naming; people: number },
): Candidate[] {
  // A step that everybody satisfies would not narrow the route.
  const { rows } = rowsOf(counts, naming, { most: MOST_CANDIDATES, below: people });
  return rows.map((row) => ({ group, stop: `${group}:${row.id}`, name: row.name, people: row.people }));
}

/** Counts people by their set of levels. Few sets exist, so "this level or above" is summed up at the end. */
class LevelCounts {
  readonly #bySet = new Uint32Array(1 << LEVELS.length);

  see(held: number): void {
    this.#bySet[held] = (this.#bySet[held] ?? 0) + 1;
  }

  candidates(people: number): Candidate[] {
    return levelCandidates(people, (level) => {
      const wanted = levelsFrom(level).reduce((mask, number) => mask | (1 << number), 0);
      let count = 0;
      for (const [held, times] of this.#bySet.entries()) if ((held & wanted) !== 0) count += times;
      return count;
    });
  }
}

/** The levels that a candidate may have, lowest first. */
export const CANDIDATE_LEVELS = [...ENGINEER_LADDER, ...MANAGER_LADDER].filter(
  (level) => !TOO_COMMON_LEVELS.has(level),
);

/** The levels that may be shown as candidates, most people first. */
export function levelCandidates(people: number, countOf: (level: RouteLevel, index: number) => number): Candidate[] {
  return CANDIDATE_LEVELS.map((level, index) => ({
    group: "level" as const,
    stop: `level:${level}`,
    name: levelOrAbove(level),
    people: countOf(level, index),
  }))
    .filter((one) => isShown(one.people) && one.people < people)
    .toSorted((a, b) => b.people - a.people);
}
