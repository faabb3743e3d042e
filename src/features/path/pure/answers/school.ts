import { NO_ROLE } from "#features/path/pure/columns/layout.ts";
import { Times } from "#features/path/pure/columns/times.ts";
import { showShare } from "#features/path/pure/rule-of-five.ts";
import type { SchoolInsights, SchoolQuestion } from "#features/path/pure/types.ts";
import { isWithin, yearOf } from "./conversion.ts";
import { flowOf } from "./flow.ts";
import { LevelsAfterCount } from "./levels-after.ts";
import { isInternRole, visitSchool, type State } from "./state.ts";
import { companyNaming, TableCount, TableOfSeveralCount } from "./table-count.ts";

const HOPS = 3;

/** The figures of a school's people whose first role began in the chosen years. */
export function answerSchool(state: State, question: SchoolQuestion): SchoolInsights {
  const { columns } = state;
  const times = new Times(columns, state.today);
  const isAllYears = question.since === null && question.until === null;
  const isAsked = (line: number): boolean => {
    if (isAllYears) return true;
    const first = columns.offset[line] ?? 0;
    return first < (columns.offset[line + 1] ?? 0) && isWithin(yearOf(times.start(first)), question);
  };
  const firstStops = new TableCount(companyNaming(columns));
  const companies = new TableOfSeveralCount(companyNaming(columns));
  const levels = new LevelsAfterCount(state);
  let people = 0;
  let interned = 0;
  visitSchool(columns, columns.schools.find(question.school), (line) => {
    if (!isAsked(line)) return;
    const from = columns.offset[line] ?? 0;
    const to = columns.offset[line + 1] ?? 0;
    const isPublic = columns.isPublic(line);
    people += 1;
    firstStops.add(from < to ? (columns.company[from] ?? -1) : -1, isPublic);
    const seen = new Set<number>();
    let isIntern = false;
    for (let role = from; role < to; role += 1) {
      const company = columns.company[role] ?? -1;
      if (company >= 0) seen.add(company);
      if (isInternRole(columns, role)) isIntern = true;
    }
    companies.add([...seen], isPublic);
    if (isIntern) interned += 1;
    const career = columns.career[line] ?? NO_ROLE;
    if (career !== NO_ROLE) levels.add(line, from + career);
  });
  return {
    firstStops: firstStops.answer(),
    companies: companies.answer(),
    after: flowOf(
      state,
      { step: { of: "school", school: question.school }, hops: HOPS, direction: "after" },
      isAllYears ? undefined : (_first, line) => isAsked(line),
    ),
    levelsAfter: levels.answer(),
    interned: showShare(interned, people),
  };
}
